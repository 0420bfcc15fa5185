/**
 * Why a patient cannot send the document. A separate file from the limits, which every patient's browser
 * loads.
 */
export const problemReasons = ['no_document', 'not_mine', 'help', 'other'] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** Maximum length of the patient's comment, in characters. */
export const PROBLEM_COMMENT_MAX = 500;
