import { containsPattern } from './contains-pattern.js';

describe('containsPattern', () => {
  it('finds the text anywhere', () => {
    expect(containsPattern('ana')).toBe('%ana%');
  });

  it('takes wildcards and the escape character literally', () => {
    expect(containsPattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
  });
});
