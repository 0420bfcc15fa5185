const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', hour: '2-digit' });

/** '21 Nov 2026' in the reader's zone. */
export const formatDay = (iso: string) => day.format(new Date(iso)).replace('Sept', 'Sep');

/** '21 Nov 2026, 14:05' in the reader's zone. */
export const formatTime = (iso: string) => `${formatDay(iso)}, ${minute.format(new Date(iso))}`;

/** As `formatTime`, with the zone's name, for where it matters. */
export function formatExact(iso: string): string {
  const name = zone.formatToParts(new Date(iso)).find((part) => part.type === 'timeZoneName')?.value ?? '';
  return `${formatTime(iso)} ${name}`.trim();
}
