import { limits } from '@caredrop/contracts/limits';
import { messages } from '@caredrop/contracts/messages';
import { commentLength, findCommentProblem } from './comment-rules.js';

describe('the comment', () => {
  it('a comment may be as long as the limit, not counting surrounding spaces', () => {
    expect(findCommentProblem(`  ${'a'.repeat(limits.commentMax)}\n`)).toBeNull();
    expect(findCommentProblem('')).toBeNull();
  });

  it('a comment one character over the limit is refused', () => {
    const sentence = messages.general.tooLong('Comment', limits.commentMax);
    expect(findCommentProblem('a'.repeat(limits.commentMax + 1))).toBe(sentence);
  });

  it('a line break counts as two characters', () => {
    expect(commentLength('a\nb')).toBe(4);
  });
});
