/** A time for display: `21 Nov 2026, 14:05 UTC`; always with the zone. */
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
