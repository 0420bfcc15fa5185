import { limits } from '@caredrop/contracts/limits';
import { messages } from '@caredrop/contracts/messages';
import { commentLength, findCommentProblem } from './comment-rules.js';

describe('the comment', () => {
  it('may be as long as the limit, blanks around it not counted', () => {
    expect(findCommentProblem(`  ${'a'.repeat(limits.commentMax)}\n`)).toBeNull();
    expect(findCommentProblem('')).toBeNull();
  });

  it('is refused one character over it', () => {
    const sentence = messages.general.tooLong('Comment', limits.commentMax);
    expect(findCommentProblem('a'.repeat(limits.commentMax + 1))).toBe(sentence);
  });

  it('counts a line break as the two characters that are sent', () => {
    expect(commentLength('a\nb')).toBe(4);
  });
});
