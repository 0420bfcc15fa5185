import { countAttempt, noAttempts, remainingMs, type BackOffRule, type Counter } from './back-off.js';

const rule: BackOffRule = { free: 5, firstWaitMs: 1000, maxWaitMs: 30_000, quietMs: 900_000 };
const start = new Date('2026-11-21T09:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);

function afterAttempts(count: number): Counter {
  let counter = noAttempts;
  for (let i = 0; i < count; i += 1) counter = countAttempt(counter, rule, start);
  return counter;
}

describe('the sign-in back-off', () => {
  it('the first four failed attempts cause no wait', () => {
    expect(remainingMs(afterAttempts(4), start)).toBe(0);
  });

  it.each([
    [5, 1000],
    [6, 2000],
    [7, 4000],
    [9, 16_000],
  ])('failed attempt %i causes a wait of %i ms', (count, wait) => {
    expect(remainingMs(afterAttempts(count), start)).toBe(wait);
  });

  it.each([10, 50, 5000])('the wait never exceeds the maximum, even after %i failures', (count) => {
    expect(remainingMs(afterAttempts(count), start)).toBe(30_000);
  });

  it('the next attempt is allowed when the wait is over', () => {
    expect(remainingMs(afterAttempts(5), later(1000))).toBe(0);
  });

  it('the count restarts after the quiet period', () => {
    expect(countAttempt(afterAttempts(20), rule, later(900_001)).attempts).toBe(1);
    expect(countAttempt(afterAttempts(20), rule, later(900_000)).attempts).toBe(21);
  });
});
