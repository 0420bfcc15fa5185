import { limits } from '@caredrop/contracts/limits';
import { errors, fieldLabels } from '@caredrop/contracts/errors';

/** Length as the server counts it: trimmed, with each line break as CRLF, the way a form sends it. */
export const commentLength = (comment: string) => comment.trim().replace(/\r?\n/g, '\r\n').length;

/** The error message for a comment that is too long; otherwise null. */
export const findCommentProblem = (comment: string): string | null =>
  commentLength(comment) > limits.commentMax
    ? errors.too_long.text.replace('{field}', fieldLabels.comment).replace('{max}', String(limits.commentMax))
    : null;
