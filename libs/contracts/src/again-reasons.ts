/** Why a patient is asked for a document again. Not in `limits.ts`, because every patient's browser loads that file. */
export const againReasons = [
  'blurred',
  'page_missing',
  'wrong_document',
  'other_patient',
  'own_words',
] as const;
export type AgainReason = (typeof againReasons)[number];

/** Maximum length of the clinician's own words, in characters. */
export const AGAIN_WORDS_MAX = 300;
