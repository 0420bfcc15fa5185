import type { PatientWords } from '@caredrop/contracts';
import { languages, type Language } from '@caredrop/patient-copy';
import { appError } from '@caredrop/service-kit';

/** The language chosen for a link, null for none. Throws 400 for one that the clinic does not offer. */
export function requireOffered(language: string | null, offered: readonly Language[]): string | null {
  if (language !== null && !isOffered(language, offered)) throw appError('language_not_offered');
  return language;
}

export const isOffered = (language: string, offered: readonly Language[]): boolean =>
  offered.some(({ id }) => id === language);

/** A language that was chosen earlier; null if none was, or if the clinic no longer offers it. */
export const stillOffered = (language: string | null, offered: readonly Language[]): string | null =>
  language !== null && isOffered(language, offered) ? language : null;

/** The language of a link's texts: its own while the clinic offers it, otherwise the clinic's default. */
export const languageOfTexts = (language: string | null, offered: readonly Language[]): Language =>
  offered.find(({ id }) => id === language) ?? offered[0]!;

/** The texts in languages that the clinic offers, its default first; all texts if it no longer offers any of these. */
export function inOrder<Text extends { language: string }>(
  texts: Text[],
  offered: readonly Language[],
): Text[] {
  const known = offered.flatMap(({ id }) => texts.filter(({ language }) => language === id));
  return known.length > 0 ? known : texts;
}

/** The clinic's words as a patient's page shows them. */
export const patientWords = (
  words: { language: string; text: string }[],
  offered: readonly Language[],
): PatientWords =>
  inOrder(words, offered).map(({ language, text }) => ({
    language,
    direction: languages.find(({ id }) => id === language)?.direction ?? 'ltr',
    text,
  }));
