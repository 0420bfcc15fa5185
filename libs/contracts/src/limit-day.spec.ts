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
  ['01:30 east of UTC, when it is still the same day in UTC', '2026-11-22T01:30:00.000+02:00', false],
  ['22:30 west of UTC, when it is already the next day in UTC', '2026-11-21T22:30:00.000-05:00', true],
  ['the day before', '2026-11-20T12:00:00.000Z', false],
])(
  'compared with noon UTC on 21 November, %s (%s) is on a later day for daily limits: %s',
  (_what, time, expected) => {
    expect(isOnLaterLimitDay(new Date(time), new Date('2026-11-21T12:00:00.000Z'))).toBe(expected);
  },
);
