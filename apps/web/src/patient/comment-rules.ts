import { patientLimits } from '@caredrop/contracts/limits';
import type { Failure } from '@caredrop/patient-copy';

/**
 * Length as the server counts it: trimmed, with each line break as one character. A form sends CRLF, and the server
 * converts it back.
 */
export const commentLength = (comment: string) => comment.trim().length;

export const commentTooLong: Failure = {
  code: 'page_comment_too_long',
  params: { max: patientLimits.commentMax },
};

/** Why the comment cannot be sent; null when it can. */
export const findCommentProblem = (comment: string): Failure | null =>
  commentLength(comment) > patientLimits.commentMax ? commentTooLong : null;
