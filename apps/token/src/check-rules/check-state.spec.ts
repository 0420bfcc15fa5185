import { checkState, dayIn, triesLeft } from './check-state.js';

const now = new Date('2026-11-23T23:30:00.000Z');
const inAMinute = new Date(now.getTime() + 60_000);
const check = { checkInitials: 'JS', checkTries: 0, checkWaitsUntil: null as Date | null };

describe('checkState', () => {
  it.each([
    ['needed', {}, {}],
    ['needed', { checkTries: 10, checkWaitsUntil: now }, {}],
    ['waiting', { checkTries: 10, checkWaitsUntil: inAMinute }, { waits_until: inAMinute.toISOString() }],
    ['locked', { checkTries: 30, checkWaitsUntil: inAMinute }, {}],
  ])('a check is %s according to its tries and the clock', (state, changes, more) => {
    expect(checkState({ ...check, ...changes }, false, now)).toEqual({ initials: 'JS', state, ...more });
    expect(checkState({ ...check, ...changes }, true, now)).toEqual({ initials: 'JS', state: 'passed' });
  });
});

it('the number of tries left counts down within each round', () => {
  expect([1, 9, 10, 11, 29, 30].map(triesLeft)).toEqual([9, 1, 0, 9, 1, 0]);
});

it('the day depends on the time zone', () => {
  expect(dayIn('Europe/London', now)).toBe('2026-11-23');
  expect(dayIn('Pacific/Auckland', now)).toBe('2026-11-24');
});
