import { patientLimits } from '@caredrop/contracts/limits';
import type { Failure } from '@caredrop/patient-copy';

/** Length as the server counts it for an upload: trimmed, with each line break as CRLF, the way a form sends it. */
export const commentLength = (comment: string) => comment.trim().replace(/\r?\n/g, '\r\n').length;

export const commentTooLong: Failure = {
  code: 'page_comment_too_long',
  params: { max: patientLimits.commentMax },
};

/** Why the comment cannot be sent; null when it can. */
export const findCommentProblem = (comment: string): Failure | null =>
  commentLength(comment) > patientLimits.commentMax ? commentTooLong : null;
