import { errorParams } from './generated/messages.js';
import { ownValue } from './own-value.js';
import type { PatientCopy } from './patient-copy.js';

/** A failure as the patient's page stores it. Its sentence is chosen when it is shown. */
export interface Failure {
  /** A code of the API, or one of the page (`page_…`). */
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The API's English sentence, for a code that the catalogue lacks or whose parameters are missing. */
  readonly english?: string | null;
}

/** A sentence; `lang` is set when it is the API's English one instead of the catalogue's. */
interface FailureText {
  readonly text: string;
  readonly lang?: 'en';
}

/**
 * Returns the sentence for a failure: the catalogue's, otherwise the English one that came with the failure,
 * otherwise a general one.
 */
export function failureText(copy: PatientCopy, { code, params = {}, english }: Failure): FailureText {
  const sentence = ownValue(copy.errors as unknown as Sentences, code);
  if (sentence && (errorParams[code] ?? []).every((name) => isValue(params[name])))
    return { text: sentence(params) };
  return english ? { text: english, lang: 'en' } : { text: copy.errors.page_failed() };
}

type Sentences = Readonly<Record<string, (params: NonNullable<Failure['params']>) => string>>;

const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'number';
