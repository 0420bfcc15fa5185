import { parse, type Token } from '@messageformat/parser';

/** How a message uses a parameter: a message can both show a value and choose a form by it. */
interface Use {
  inserted: boolean;
  /** Whether the parameter selects a plural form or another variant; null for neither. */
  chooses: 'number' | 'choice' | null;
}

/** A message's parameters, and how it uses them. */
export type Params = ReadonlyMap<string, Use>;

const unused: Use = { inserted: false, chooses: null };

/**
 * Reads the parameters of an ICU message. Throws when the message is invalid, uses a formatter or an ordinal, or
 * leaves out a required form: `other`, or a plural form that the language `tag` has.
 */
export function readParams(message: string, tag: string): Params {
  const cardinal = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const tokens = parse(message, { cardinal, strict: true, strictPluralKeys: true });
  const params = new Map<string, Use>();
  const note = (name: string, use: Partial<Use>) =>
    void params.set(name, { ...(params.get(name) ?? unused), ...use });
  /** `counted` is the parameter of the surrounding plural, which `#` inserts. */
  const read = (token: Token, counted: string): void => {
    if (token.type === 'content') return requireNoBrace(token.value);
    if (token.type === 'octothorpe') return note(counted, { inserted: true });
    if (token.type === 'function') throw new Error(`{${token.arg}, ${token.key}} is not supported`);
    if (token.type === 'selectordinal') throw new Error('selectordinal is not supported');
    if (token.type === 'argument') return note(token.arg, { inserted: true });
    const isPlural = token.type === 'plural';
    note(token.arg, { chooses: isPlural ? 'number' : 'choice' });
    requireCases(
      token.cases.map(({ key }) => key),
      isPlural ? cardinal : ['other'],
    );
    const inner = isPlural ? token.arg : counted;
    for (const { tokens } of token.cases) tokens.forEach((one) => read(one, inner));
  };
  tokens.forEach((token) => read(token, ''));
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
