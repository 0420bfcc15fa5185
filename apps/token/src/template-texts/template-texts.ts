import type { RequestTemplate, ValidateAnswer } from '@caredrop/contracts';
import { languages, type Language } from '@caredrop/patient-copy';

/** The words of a version of a template, by language. */
export type TemplateTexts = RequestTemplate['texts'];

/** Those in languages that the clinic offers, its default first; all of them if it offers none of these any more. */
export function textsInOrder(texts: TemplateTexts, offered: readonly Language[]): TemplateTexts {
  const known = offered.flatMap(({ id }) => texts.filter(({ language }) => language === id));
  return known.length > 0 ? known : texts;
}

/** The instructions as a patient's page shows them. */
export const instructionsOf = (
  texts: TemplateTexts,
  offered: readonly Language[],
): NonNullable<ValidateAnswer['instructions']> =>
  textsInOrder(texts, offered).map(({ language, instructions }) => ({
    language,
    direction: languages.find(({ id }) => id === language)?.direction ?? 'ltr',
    text: instructions,
  }));

/** The text message in a language; null for the clinic's default one. */
export const smsIn = (texts: TemplateTexts, language: string): string | null =>
  texts.find((text) => text.language === language)?.sms ?? null;

/** Names that differ in case only are the same. */
export const foldedName = (name: string): string => name.trim().normalize('NFC').toLowerCase();
