import type { WholeCatalogue } from './generated/all.js';
import type {
  AdviceMessages,
  AgainMessages,
  CantMessages,
  CaptionsMessages,
  CheckMessages,
  LaterMessages,
  Messages,
  RequestMessages,
  ScanMessages,
} from './generated/messages.js';
import type { Language } from './languages.js';

/** What a catalogue contains about its language. */
export type CopyLanguage = Omit<Language, 'reviewed'>;

/**
 * The sentences of the patient's page in one language: `copy.form.upload()`, `copy.form.request({ … })`.
 * Sentences about changes to a file, kept drafts, saved receipts, retries and rare failures load after the form is
 * shown, so they may be missing.
 */
export type PatientCopy = Messages &
  Partial<Omit<LaterMessages, 'errors'>> & { readonly language: CopyLanguage };

/** The sentences that load after the form is shown. */
export type LaterCopy = LaterMessages;

/** The sentences that only the scanner shows: the keys that start with `scan.`, with that prefix removed. */
export type ScanCopy = ScanMessages;

/** The sentences about a chosen file: the keys that start with `advice.`, with that prefix removed. */
export type AdviceCopy = AdviceMessages;

/**
 * The sentences of the dialog for patients who cannot send the document: the keys that start with `cant.`,
 * with that prefix removed.
 */
export type CantCopy = CantMessages;

/** The reasons why the clinic asks again: the keys that start with `again.`, with that prefix removed. */
export type AgainCopy = AgainMessages;

/** The sentences of the patient check: the keys that start with `check.`, with that prefix removed. */
export type CheckCopy = CheckMessages;

/** The sentences of a request for several documents: the keys that start with `request.`, with that prefix removed. */
export type RequestCopy = RequestMessages;

/** The captions of the guide, with the headings around them. */
export type CaptionCopy = CaptionsMessages;

/** All sentences except those of the scanner and the patient check, and the advice about files, for services. */
export type ServiceCopy = WholeCatalogue & { readonly language: Language };

/** Adds newly loaded sentences to the page's. */
export const withLater = (copy: PatientCopy, later: LaterCopy): PatientCopy => ({
  ...copy,
  ...later,
  errors: { ...copy.errors, ...later.errors },
});

/**
 * The parameters of a sentence that names the clinic. Without a configured name the sentence uses "your
 * clinic", which each language inflects as needed.
 */
export const clinicParams = (name: string | null) => ({
  named: name === null ? 'no' : 'yes',
  clinic: name ?? '',
});
