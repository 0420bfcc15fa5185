import { describe, expect, it } from '@jest/globals';
import { formatSendTime, instantOf, localTime, sendTimes } from './clinic-time.js';

const LONDON = 'Europe/London';

describe('times in the clinic’s time zone', () => {
  it.each([
    ['in winter', '2026-12-03', '08:00', LONDON, '2026-12-03T08:00:00.000Z'],
    ['in summer', '2026-07-03', '08:00', LONDON, '2026-07-03T07:00:00.000Z'],
    ['on the day on which the clocks go forward', '2026-03-29', '08:00', LONDON, '2026-03-29T07:00:00.000Z'],
    ['on the day on which the clocks go back', '2026-10-25', '08:00', LONDON, '2026-10-25T08:00:00.000Z'],
    ['that the clocks skip', '2026-03-29', '01:30', LONDON, '2026-03-29T01:30:00.000Z'],
    ['that occurs twice', '2026-10-25', '01:30', LONDON, '2026-10-25T00:30:00.000Z'],
    ['far east of UTC', '2026-12-03', '08:00', 'Pacific/Auckland', '2026-12-02T19:00:00.000Z'],
    ['west of UTC', '2026-12-03', '20:00', 'America/New_York', '2026-12-04T01:00:00.000Z'],
  ])('a local time %s is converted to an instant', (_what, day, time, zone, instant) => {
    expect(instantOf({ day, time }, zone)).toBe(instant);
  });

  it('an incomplete time has no instant', () => {
    expect(instantOf({ day: '', time: '08:00' }, LONDON)).toBeNull();
    expect(instantOf({ day: '2026-12-03', time: '' }, LONDON)).toBeNull();
  });

  it.each([
    ['2026-11-25T12:00:00Z', '2026-11-26', '2026-11-30'],
    ['2026-11-30T12:00:00Z', '2026-12-01', '2026-12-07'],
    ['2026-11-30T07:55:00Z', '2026-12-01', '2026-11-30'],
    ['2026-11-30T07:55:01Z', '2026-12-01', '2026-12-07'],
    ['2026-11-29T23:30:00Z', '2026-11-30', '2026-11-30'],
  ])('on %s tomorrow is %s and Monday is %s', (now, tomorrow, monday) => {
    expect(sendTimes(Date.parse(now), LONDON)).toEqual({
      tomorrow: { day: tomorrow, time: '08:00' },
      monday: { day: monday, time: '08:00' },
    });
  });

  it('tomorrow is the next day of the clinic’s calendar', () => {
    expect(sendTimes(Date.parse('2026-11-25T12:00:00Z'), 'Pacific/Auckland').tomorrow.day).toBe('2026-11-27');
  });

  it('a time is shown in the clinic’s time zone, which is named if the time differs in the user’s', () => {
    expect(formatSendTime('2026-10-25T08:00:00Z', LONDON)).toMatch(/^25 October, 08:00/);
    expect(formatSendTime('2026-12-02T19:00:00Z', 'Pacific/Auckland')).toBe(
      '3 December, 08:00 (Pacific/Auckland)',
    );
    expect(localTime(Date.parse('2026-12-03T00:05:00Z'), LONDON)).toEqual({
      day: '2026-12-03',
      time: '00:05',
    });
  });
});
