/** When the working day begins, in the user's time zone. */
const HOUR = 7;

function morning(now: number, days: number): string {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  time.setHours(HOUR, 0, 0, 0);
  return time.toISOString();
}

/** The mornings of the next day, of the third day and of the next Monday, in ISO 8601. */
export function snoozeTimes(now: number): Record<'tomorrow' | 'inThreeDays' | 'nextWeek', string> {
  const untilMonday = (8 - new Date(now).getDay()) % 7 || 7;
  return {
    tomorrow: morning(now, 1),
    inThreeDays: morning(now, 3),
    nextWeek: morning(now, untilMonday),
  };
}
