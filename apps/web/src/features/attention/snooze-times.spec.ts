import { describe, expect, it } from '@jest/globals';
import { snoozeTimes } from './snooze-times.js';

const at = (day: number, hour = 14) => new Date(2026, 10, day, hour).getTime();
const morningOf = (day: number) => new Date(2026, 10, day, 7).toISOString();

describe('the times until which a row can be snoozed', () => {
  it.each([
    ['a Monday', 23, 24, 26, 30],
    ['a Wednesday', 18, 19, 21, 23],
    ['a Sunday', 22, 23, 25, 23],
  ])('on %s snoozes end tomorrow, in 3 days or on Monday at 7:00', (_what, today, next, third, monday) => {
    expect(snoozeTimes(at(today))).toEqual({
      tomorrow: morningOf(next),
      inThreeDays: morningOf(third),
      nextWeek: morningOf(monday),
    });
  });

  it('late in the evening, "tomorrow" is still the next calendar day', () => {
    expect(snoozeTimes(at(18, 23)).tomorrow).toBe(morningOf(19));
  });
});
