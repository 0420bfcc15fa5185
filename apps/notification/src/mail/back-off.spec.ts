import { backOffMs } from './back-off.js';

describe('backOffMs', () => {
  it('the delay before an email is retried doubles up to a minute', () => {
    const waits = [1, 2, 3, 6, 7, 8, 500].map((attempts) => backOffMs(attempts, 1000, false, 1));
    expect(waits).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('the delay before a refused email is retried doubles from a minute up to an hour', () => {
    expect([1, 2, 6, 7, 500].map((attempts) => backOffMs(attempts, 1000, true, 1))).toEqual([
      60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
    ]);
  });

  it('jitter shortens the retry delay of an email by at most a fifth', () => {
    expect(backOffMs(1, 1000, false, 0)).toBe(800);
  });
});
