import { parsePo } from 'pofile-ts';

/** One file of `locales/`. */
export interface Locale {
  /** The file's name: `pl`, `pt-BR`. */
  id: string;
  /** Language tag for `lang`, dates and numbers: `en-GB`. */
  tag: string;
  /** Name in the language itself: `Polski`. */
  name: string;
  direction: 'ltr' | 'rtl';
  /**
   * Whether a person has reviewed the translation. Unreviewed languages are offered only if a clinic lists them or
   * offers all.
   */
  reviewed: boolean;
  /** ICU messages by key, in the order of the file. */
  messages: ReadonlyMap<string, string>;
}

/**
 * Reads a PO file whose `msgid`s are keys. Throws with the file's name when something is missing or invalid.
 */
export function readLocale(id: string, text: string): Locale {
  const { headers, items } = parsePo(text);
  const fail: (reason: string) => never = (reason) => {
    throw new Error(`${id}.po: ${reason}`);
  };
  const header = (name: string) => headers[name]?.trim() || fail(`the header ${name} is missing`);

  const tag = header('Language');
  if (tag !== id && !tag.startsWith(`${id}-`)) fail(`the language ${tag} belongs in another file`);
  if (Intl.getCanonicalLocales(tag)[0] !== tag) fail(`${tag} is not a language tag in its usual form`);
  const direction = header('X-Direction');

  const messages = new Map<string, string>();
  for (const { msgid, msgstr, flags, obsolete } of items) {
    if (obsolete) continue;
    if (messages.has(msgid)) fail(`${msgid} occurs twice`);
    if (flags.fuzzy) fail(`${msgid} is marked as fuzzy`);
    messages.set(msgid, msgstr[0]?.trim() || fail(`${msgid} is empty`));
  }
  return {
    id,
    tag,
    name: header('X-Language-Name'),
    direction:
      direction === 'ltr' || direction === 'rtl' ? direction : fail('X-Direction must be ltr or rtl'),
    reviewed: isReviewed(headers),
    messages,
  };
}

const isReviewed = (headers: Partial<Record<string, string>>) =>
  Boolean(headers['X-Reviewed-By']?.trim()) &&
  /^\d{4}-\d\d-\d\d$/.test(headers['X-Reviewed-At']?.trim() ?? '');
