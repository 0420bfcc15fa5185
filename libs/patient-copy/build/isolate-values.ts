import { parse, type Token } from '@messageformat/parser';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * Isolates each `{value}` in a sentence of a right-to-left language, so that a file name, a number or a name in
 * Latin letters does not reorder the words around it. Not used in text messages: a mark next to a link could
 * become part of the link.
 */
export const withIsolates = (messages: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...messages].map(([key, text]) => [key, key.startsWith('sms.') ? text : isolate(text)]));

function isolate(message: string): string {
  const values = valuesIn(parse(message)).sort((one, other) => other.at - one.at);
  return values.reduce((text, { at, end }) => {
    if (text[at - 1] === FIRST_STRONG_ISOLATE) return text;
    return text.slice(0, at) + FIRST_STRONG_ISOLATE + text.slice(at, end) + POP_ISOLATE + text.slice(end);
  }, message);
}

const valuesIn = (tokens: readonly Token[]): { at: number; end: number }[] =>
  tokens.flatMap((token) => {
    if (token.type === 'argument')
      return [{ at: token.ctx.offset, end: token.ctx.offset + token.ctx.text.length }];
    return 'cases' in token ? token.cases.flatMap(({ tokens: inner }) => valuesIn(inner)) : [];
  });
