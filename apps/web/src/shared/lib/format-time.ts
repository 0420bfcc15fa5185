let format: Intl.DateTimeFormat | undefined;

/** Uses one shared formatter, created on first use, because reading a locale's data is slow on a slow phone. */
function partsOf(iso: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  format ??= new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  });
  return Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
}

/** '21 Nov 2026' in the reader's zone. */
export function formatDay(iso: string): string {
  const { day = '', month = '', year = '' } = partsOf(iso);
  return `${day} ${month.replace('Sept', 'Sep')} ${year}`;
}

/** '21 Nov 2026, 14:05' in the reader's zone. */
export function formatTime(iso: string): string {
  const { hour = '', minute = '' } = partsOf(iso);
  return `${formatDay(iso)}, ${hour}:${minute}`;
}

/** Like `formatTime`, with the zone's name, for times where the zone matters. */
export const formatExact = (iso: string): string =>
  `${formatTime(iso)} ${partsOf(iso).timeZoneName ?? ''}`.trim();

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** 'Thu 26 Nov' in the given zone. */
export function formatWeekday(iso: string, timeZone: string): string {
  const known = weekdays.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone });
  weekdays.set(timeZone, format);
  return format.format(new Date(iso)).replace(',', '').replace('Sept', 'Sep');
}
