import { parse, type Token } from '@messageformat/parser';

/** A message's parameters, and how it uses them. */
export type Params = ReadonlyMap<string, 'text' | 'number' | 'choice'>;

/**
 * Reads the parameters of an ICU message. Throws when the message is invalid, uses a formatter or an ordinal, or
 * leaves out a required form: `other`, or a plural form that the language `tag` has.
 */
export function readParams(message: string, tag: string): Params {
  const cardinal = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const tokens = parse(message, { cardinal, strict: true, strictPluralKeys: true });
  const params = new Map<string, 'text' | 'number' | 'choice'>();
  const read = (token: Token): void => {
    if (token.type === 'content') return requireNoBrace(token.value);
    if (token.type === 'octothorpe') return;
    if (token.type === 'function') throw new Error(`{${token.arg}, ${token.key}} is not supported`);
    if (token.type === 'selectordinal') throw new Error('selectordinal is not supported');
    const use = { argument: 'text', plural: 'number', select: 'choice' } as const;
    // A plural or select parameter may also occur in the text.
    if (!params.has(token.arg) || token.type !== 'argument') params.set(token.arg, use[token.type]);
    if (token.type === 'argument') return;
    requireCases(
      token.cases.map(({ key }) => key),
      token.type === 'plural' ? cardinal : ['other'],
    );
    token.cases.flatMap((one) => one.tokens).forEach(read);
  };
  tokens.forEach(read);
  return params;
}

/** Rejects a brace in text: no sentence needs one, so it belongs to a damaged parameter. */
function requireNoBrace(text: string): void {
  if (/[{}]/.test(text)) throw new Error('a brace stands alone');
}

function requireCases(present: string[], required: readonly string[]): void {
  const missing = required.filter((one) => !present.includes(one));
  if (missing.length > 0) throw new Error(`the form ${missing.join(', ')} is missing`);
}
