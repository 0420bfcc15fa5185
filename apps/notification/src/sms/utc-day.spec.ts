import { secondsToNextDay } from './utc-day.js';

describe('the day of the SMS limits', () => {
  it('the seconds until the next day of the SMS limits are counted to midnight UTC', () => {
    expect(secondsToNextDay(new Date('2026-11-21T23:59:59.999Z'))).toBe(1);
    expect(secondsToNextDay(new Date('2026-11-21T00:00:00.000Z'))).toBe(86_400);
  });
});
