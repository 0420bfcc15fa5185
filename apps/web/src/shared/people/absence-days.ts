import type { Cover } from '@caredrop/contracts';
import { formatDay, fullName } from '../lib/format.js';
import { copy } from './copy.js';

/** The instants of an absence from the first to the last day, both inclusive, in the reader's time zone. */
export function instantsOf({ from, until }: { from: string; until: string }) {
  const last = new Date(`${until}T00:00`);
  // By the calendar: the day may have 23 or 25 hours.
  last.setDate(last.getDate() + 1);
  return { startsAt: new Date(`${from}T00:00`).toISOString(), endsAt: last.toISOString() };
}

/** The last day of an absence; if it ends at midnight, the day before. */
export const lastDay = ({ endsAt }: Pick<Cover, 'endsAt'>): string =>
  formatDay(new Date(Date.parse(endsAt) - 1).toISOString());

/** 'Away until 3 Dec 2026, cover by Ben Okafor'. */
export function absenceText({ running, startsAt, endsAt, cover }: Cover): string {
  const until = lastDay({ endsAt });
  if (running) return copy.away(until, fullName(cover));
  return copy.awayFrom(formatDay(startsAt), until, fullName(cover));
}

/** A day as the value of a date field, in the reader's time zone. */
export const dayValue = (time: number): string => {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
