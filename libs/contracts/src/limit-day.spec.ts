import { isOnLaterLimitDay, startOfLimitDay } from './limit-day.js';

it('the day for daily limits begins at midnight UTC', () => {
  expect(startOfLimitDay(new Date('2026-11-21T23:59:59.999Z')).toISOString()).toBe(
    '2026-11-21T00:00:00.000Z',
  );
  expect(startOfLimitDay(new Date('2026-11-21T00:00:00.000Z')).toISOString()).toBe(
    '2026-11-21T00:00:00.000Z',
  );
});

it.each([
  ['a minute before midnight UTC', '2026-11-21T23:59:00.000Z', false],
  ['midnight UTC', '2026-11-22T00:00:00.000Z', true],
  ['half past one at night east of UTC, which is still today there', '2026-11-22T01:30:00.000+02:00', false],
  [
    'half past ten in the evening west of UTC, where it is still today',
    '2026-11-21T22:30:00.000-05:00',
    true,
  ],
  ['an earlier day', '2026-11-20T12:00:00.000Z', false],
])('%s, %s, is on a later day for daily limits than noon UTC on 21 November: %s', (_what, time, expected) => {
  expect(isOnLaterLimitDay(new Date(time), new Date('2026-11-21T12:00:00.000Z'))).toBe(expected);
});
