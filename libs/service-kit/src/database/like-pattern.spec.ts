import { containsPattern } from './like-pattern.js';

describe('the LIKE pattern of a search', () => {
  it('the pattern matches the text anywhere', () => {
    expect(containsPattern('ana')).toBe('%ana%');
  });

  it('wildcards and the escape character are matched literally', () => {
    expect(containsPattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
  });
});
