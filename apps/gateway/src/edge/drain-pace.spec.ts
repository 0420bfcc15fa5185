import { pauseBefore } from './drain-pace.js';

const MB = 1024 * 1024;

describe('the pace at which a refused body is read', () => {
  it('leaves the first megabyte unlimited', () => {
    expect(pauseBefore(MB, 0)).toBe(0);
  });

  it('pauses a sender that is ahead of four megabytes a second', () => {
    expect(pauseBefore(5 * MB, 0)).toBe(1000);
    expect(pauseBefore(3 * MB, 100)).toBe(400);
  });

  it('never pauses a slower sender', () => {
    expect(pauseBefore(5 * MB, 1000)).toBe(0);
    expect(pauseBefore(5 * MB, 60_000)).toBe(0);
  });
});
