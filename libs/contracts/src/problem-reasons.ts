/** Why a patient cannot send the document. Apart from the limits, which every patient's browser loads. */
export const problemReasons = ['no_document', 'not_mine', 'help', 'other'] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** Characters of the patient's own words. */
export const PROBLEM_COMMENT_MAX = 500;
