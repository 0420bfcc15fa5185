import type { AdviceMessages, Messages, ScanMessages, ServiceMessages } from './generated/messages.js';
import type { Language } from './languages.js';

/** The sentences of the patient's page in one language, without the scanner's: `copy.form.upload()`, `copy.receipt.from({ … })`. */
export type PatientCopy = Messages & { readonly language: Language };

/** The sentences only the scanner shows: the keys that start with `scan.`, with that prefix removed. */
export type ScanCopy = ScanMessages;

/** The sentences about a chosen file: the keys that start with `advice.`, with that prefix removed. */
export type AdviceCopy = AdviceMessages;

/** The page's sentences, and those of the form without script (`plain.…`), which only services send. */
export type ServiceCopy = PatientCopy & ServiceMessages;

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
