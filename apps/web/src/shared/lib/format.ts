import { copy } from '../copy.js';
import { formatDay } from './format-time.js';

// Re-exported, so that screens can import them together with the formats below.
export { formatSize } from './format-size.js';
export { formatDay, formatExact, formatTime } from './format-time.js';

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Days since 1970 by the reader's calendar, so that the days around a clock change differ by 1. */
const calendarDay = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
};

/**
 * 'just now' or '40 minutes ago' within an hour, '3 hours ago' on the same day, 'yesterday' or 'in 2 days' by the
 * reader's calendar; the date when it is seven or more days away by that calendar.
 */
export function formatNear(iso: string, now: number): string {
  const time = new Date(iso).getTime();
  const distance = time - now;
  const days = calendarDay(time) - calendarDay(now);
  if (Math.abs(days) >= 7) return formatDay(iso);
  if (Math.abs(distance) < MINUTE_MS) return copy.justNow;
  if (Math.abs(distance) < HOUR_MS) return relative.format(Math.trunc(distance / MINUTE_MS), 'minute');
  return days === 0 ? relative.format(Math.trunc(distance / HOUR_MS), 'hour') : relative.format(days, 'day');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `max` characters (grapheme clusters), then '...' if there are more. */
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

const utc = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
});

/** '21 Nov 2026, 14:05:09' in UTC. */
export const formatUtcTime = (iso: string): string => utc.format(new Date(iso)).replace('Sept', 'Sep');

/** The UTC date as YYYY-MM-DD, as in the names of exported files. */
export const utcDate = (date: Date) => date.toISOString().slice(0, 10);
