import { copy } from './copy.js';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The last day of the next month, so that the day in `31/12/2026` cannot be read as a month. */
function lastDay(now: Date): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0));
  return [twoDigits(day.getUTCDate()), twoDigits(day.getUTCMonth() + 1), day.getUTCFullYear()].join('/');
}

/** A file that the check accepts, with each kind of cell. */
export const sampleCsv = (now: Date): string => copy.sample.lines(lastDay(now)).join('\r\n');
