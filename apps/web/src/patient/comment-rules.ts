import { limits } from '@caredrop/contracts/limits';
import { messages } from '@caredrop/contracts/messages';

/** Characters as they are counted on the way: trimmed, a line break as the two that a form sends for it. */
export const commentLength = (comment: string) => comment.trim().replace(/\r?\n/g, '\r\n').length;

/** The sentence for a comment that is too long; null for any other. */
export const findCommentProblem = (comment: string): string | null =>
  commentLength(comment) > limits.commentMax ? messages.general.tooLong('Comment', limits.commentMax) : null;
