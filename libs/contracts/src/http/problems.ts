import { z } from 'zod';
import { optionalText, timestamp } from '../common.js';
import { PROBLEM_COMMENT_MAX, problemReasons } from '../problem-reasons.js';
import { askRenewalResponse } from './links.js';

/** What a patient reports instead of a document. Any text is accepted as the link, as for a renewal. */
export const reportProblemBody = z.object({
  token: z.string(),
  reason: z.enum(problemReasons),
  comment: optionalText(PROBLEM_COMMENT_MAX),
});
export type ReportProblemBody = z.infer<typeof reportProblemBody>;

/** The same response for every report. */
export const reportProblemResponse = askRenewalResponse;

/**
 * `reported_at`: the time of the report that the clinician has read; a later report stays open (409). For an item that
 * needs attention and has `checkGone`: its `since`.
 */
export const closeProblemBody = z.object({ reported_at: timestamp });
