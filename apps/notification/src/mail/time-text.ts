/** A moment as people read it: `21 Nov 2026, 14:05 UTC` (look.md 'Words'); the zone is always named. */
export function timeText(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  });
  return format.format(time);
}
