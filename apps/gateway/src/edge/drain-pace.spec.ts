import { pauseBefore } from './drain-pace.js';

const MB = 1024 * 1024;

describe('the pace at which a refused body is read', () => {
  it('the first megabyte of a refused body is read without a pause', () => {
    expect(pauseBefore(MB, 0)).toBe(0);
  });

  it('a sender faster than 4 MB/s is paused', () => {
    expect(pauseBefore(5 * MB, 0)).toBe(1000);
    expect(pauseBefore(3 * MB, 100)).toBe(400);
  });

  it('a sender that stays at or below 4 MB/s after the first megabyte is not paused', () => {
    expect(pauseBefore(5 * MB, 1000)).toBe(0);
    expect(pauseBefore(5 * MB, 60_000)).toBe(0);
  });
});
