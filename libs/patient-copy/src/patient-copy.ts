import type { ServiceCatalogue } from './generated/all.js';
import type { AdviceMessages, CantMessages, Messages, ScanMessages } from './generated/messages.js';
import type { Language } from './languages.js';

/** The sentences of the patient's page in one language, without the scanner's: `copy.form.upload()`, `copy.receipt.from({ … })`. */
export type PatientCopy = Messages & { readonly language: Language };

/** The sentences only the scanner shows: the keys that start with `scan.`, with that prefix removed. */
export type ScanCopy = ScanMessages;

/** The sentences about a chosen file: the keys that start with `advice.`, with that prefix removed. */
export type AdviceCopy = AdviceMessages;

/** The sentences of the dialog for patients who cannot send the document: the keys that start with `cant.`, without it. */
export type CantCopy = CantMessages;

/** The page's sentences and those of `cant`, and those that only services send: `plain.…` and `thanks.…`. */
export type ServiceCopy = PatientCopy & ServiceCatalogue;

export const withLanguage = <Part extends Messages>(language: Language, messages: Part) => ({
  ...messages,
  language,
});

/**
 * The parameters of a sentence that names the clinic. Without a configured name the sentence says "your clinic",
 * which each language inflects as it needs.
 */
export const clinicParams = (name: string | null) => ({
  named: name === null ? 'no' : 'yes',
  clinic: name ?? '',
});
