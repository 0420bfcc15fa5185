/**
 * Why a patient is asked for a document again. A separate file from the limits, which every patient's browser
 * loads.
 */
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
