import { parse, type Token } from '@messageformat/parser';
import { parsePo, stringifyPo } from 'pofile-ts';

export interface PseudoLanguage {
  /** A language with the plural forms of English. */
  tag: string;
  name: string;
  direction: 'ltr' | 'rtl';
  reviewed: boolean;
}

/** Marks where a sentence of a catalogue starts and ends, to distinguish it from text in the code. */
export const marks = { start: '⟦', end: '⟧' };

/** The English catalogue as if translated: every sentence marked, accented and 40 % longer. */
export function pseudoLocale(english: string, { tag, name, direction, reviewed }: PseudoLanguage): string {
  const po = parsePo(english);
  Object.assign(po.headers, {
    Language: tag,
    'X-Language-Name': name,
    'X-Direction': direction,
    'X-Reviewed-By': reviewed ? 'A test' : '',
  });
  for (const item of po.items)
    item.msgstr = [`${marks.start}${pseudoMessage(item.msgstr[0] ?? '')}${marks.end}`];
  return stringifyPo(po);
}

/** An ICU message with its parameters and choices unchanged. */
function pseudoMessage(message: string): string {
  const texts = textsOf(parse(message)).sort((one, other) => other.at - one.at);
  return texts.reduce(
    (whole, { at, text }) => whole.slice(0, at) + longer(text) + whole.slice(at + text.length),
    message,
  );
}

const textsOf = (tokens: Token[]): { at: number; text: string }[] =>
  tokens.flatMap((token) => {
    if (token.type === 'content') return [{ at: token.ctx.offset, text: token.ctx.text }];
    return 'cases' in token ? token.cases.flatMap(({ tokens: inner }) => textsOf(inner)) : [];
  });

const accented: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', c: 'ç', n: 'ñ', y: 'ý' };

const longer = (text: string): string =>
  text.replaceAll(/[aeioucny]/g, (letter) => accented[letter] ?? letter) +
  '~~~ '.repeat(Math.ceil(text.length * 0.1));
