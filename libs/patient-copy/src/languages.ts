import { languages as generated } from './generated/languages.js';

/** A language of `locales/`. */
export interface Language {
  /** The name of its file: `pl`. */
  readonly id: string;
  /** Language tag for `lang`, dates and numbers: `en-GB`. */
  readonly tag: string;
  /** Name in the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Whether a person has reviewed the translation. Unreviewed languages are offered only if a clinic lists them or
   * offers all.
   */
  readonly reviewed: boolean;
}

/** All languages, English first. */
export const languages: readonly Language[] = generated;

/** The language of the sources, whose page is `upload.html`. */
export const defaultLanguage: Language = generated[0];

/** The language with this id. Throws when there is none. */
export function languageOf(id: string): Language {
  const language = languages.find((one) => one.id === id);
  if (!language) throw new Error(`There is no catalogue for ${id}.`);
  return language;
}

/**
 * The first wanted language that is offered, otherwise the first offered one, which is the clinic's default.
 * `wanted`: language tags in order of preference, as in `navigator.languages`; `pl-PL` is served by `pl`, but
 * `zh-TW` not by `zh`, which is in another script.
 */
export function chooseLanguage<Offered extends { readonly id: string }>(
  wanted: readonly string[],
  offered: readonly Offered[],
): Offered {
  for (const tag of wanted) {
    for (const candidate of lookupOrder(tag)) {
      const found = offered.find(({ id }) => id.toLowerCase() === candidate);
      if (found && isSameScript(tag, found.id)) return found;
    }
  }
  return offered[0]!;
}

/** `zh-Hant-TW` → `zh-hant-tw`, `zh-hant`, `zh` (RFC 4647, lookup). */
function lookupOrder(tag: string): string[] {
  const parts = tag.toLowerCase().split('-');
  return parts.map((_, dropped) => parts.slice(0, parts.length - dropped).join('-'));
}

/** Whether both languages are written in the same script. True if that is unknown: some browsers lack `Intl.Locale`. */
function isSameScript(...tags: [string, string]): boolean {
  try {
    const [one, other] = tags.map((tag) => new Intl.Locale(tag).maximize().script);
    return one === other;
  } catch {
    return true;
  }
}
