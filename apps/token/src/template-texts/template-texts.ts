import type { PatientWords, RequestTemplate } from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import { patientWords } from '../offered-languages/offered.js';

/** The texts of a template version, by language. */
export type TemplateTexts = RequestTemplate['texts'];

/** The instructions as a patient's page shows them. */
export const instructionsOf = (texts: TemplateTexts, offered: readonly Language[]): PatientWords =>
  patientWords(
    texts.map(({ language, instructions: text }) => ({ language, text })),
    offered,
  );

/** The text message in a language; null for the clinic's default one. */
export const smsIn = (texts: TemplateTexts, language: string): string | null =>
  texts.find((text) => text.language === language)?.sms ?? null;

/** Folds a name for comparison: names that differ only in case are the same. */
export const foldedName = (name: string): string => name.trim().normalize('NFC').toLowerCase();
