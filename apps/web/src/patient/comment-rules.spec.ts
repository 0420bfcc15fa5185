import { limits } from '@caredrop/contracts/limits';
import { commentLength, findCommentProblem } from './comment-rules.js';

describe('the comment', () => {
  it('a comment may be as long as the limit, not counting surrounding spaces', () => {
    expect(findCommentProblem(`  ${'a'.repeat(limits.commentMax)}\n`)).toBeNull();
    expect(findCommentProblem('')).toBeNull();
  });

  it('a comment one character over the limit is refused', () => {
    const reason = { code: 'page_comment_too_long', params: { max: limits.commentMax } };
    expect(findCommentProblem('a'.repeat(limits.commentMax + 1))).toEqual(reason);
  });

  it('a line break counts as one character, as it does on the server', () => {
    expect(commentLength('a\nb')).toBe(3);
    expect(findCommentProblem(`${'a\n'.repeat(limits.commentMax / 2 - 1)}ab`)).toBeNull();
  });
});
