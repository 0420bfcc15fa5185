/** Why a patient cannot send the document. Not in `limits.ts`, because every patient's browser loads that file. */
export const problemReasons = ['no_document', 'not_mine', 'help', 'other'] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** Maximum length of the patient's comment, in characters. */
export const PROBLEM_COMMENT_MAX = 500;
