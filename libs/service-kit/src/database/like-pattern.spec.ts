import { containsPattern } from './like-pattern.js';

describe('the LIKE pattern of a search', () => {
  it('a LIKE pattern matches the text anywhere', () => {
    expect(containsPattern('ana')).toBe('%ana%');
  });

  it('a LIKE pattern matches wildcards and the escape character literally', () => {
    expect(containsPattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
  });
});
