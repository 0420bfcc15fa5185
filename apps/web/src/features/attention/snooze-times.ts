/** When the working day begins, by the reader's clock. */
const HOUR = 7;

function morning(now: number, days: number): string {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  time.setHours(HOUR, 0, 0, 0);
  return time.toISOString();
}

/** The morning of tomorrow, of the third day from now, and of next Monday. */
export function snoozeTimes(now: number): Record<'tomorrow' | 'inThreeDays' | 'nextWeek', string> {
  const untilMonday = (8 - new Date(now).getDay()) % 7 || 7;
  return {
    tomorrow: morning(now, 1),
    inThreeDays: morning(now, 3),
    nextWeek: morning(now, untilMonday),
  };
}
