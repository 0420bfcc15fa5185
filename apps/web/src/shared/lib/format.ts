import { copy } from '../copy.js';
import { formatDay } from './format-time.js';

// Re-exported so that the patient page can import these without `Intl.Segmenter`, which older browsers lack.
export { formatSize } from './format-size.js';
export { formatDay, formatExact, formatTime } from './format-time.js';

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** '3 hours ago', 'in 2 days'; the date once it is a week or more away. */
export function formatNear(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  if (Math.abs(distance) >= 7 * 86_400_000) return formatDay(iso);
  const step = steps.find(([, length]) => Math.abs(distance) >= length);
  return step ? relative.format(Math.trunc(distance / step[1]), step[0]) : copy.justNow;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `max` characters (grapheme clusters), then '...'. */
export function truncate(text: string, max: number): string {
  const parts = [...graphemes.segment(text)];
  if (parts.length <= max) return text;
  return `${parts
    .slice(0, max)
    .map((part) => part.segment)
    .join('')}...`;
}

/** First and last name, trimmed. */
export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();

/** The UTC date as YYYY-MM-DD, as in the names of exported files. */
export const utcDate = (date: Date) => date.toISOString().slice(0, 10);
