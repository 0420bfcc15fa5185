import type { DocumentMail } from '@caredrop/contracts';
import { DateTime } from 'luxon';

/** Users whose emails are collected get at most one email in this time. */
const COLLECT_MS = 30 * 60_000;
const DAILY = { hour: 7, minute: 30, second: 0, millisecond: 0 } as const;

/** What decides how a new document is announced. */
export interface Reader {
  /** Null: the clinic's default. */
  choice: DocumentMail | null;
  disabled: boolean;
  /** With the choice `collected`, documents that arrive before this time are collected. */
  quietUntil: Date | null;
}

export type Announcement =
  | { how: 'at-once'; quietUntil: Date | null }
  | { how: 'collected'; dueAt: Date }
  | { how: 'none' };

/**
 * The choice that applies. The emails of a disabled account go to the administrators, so its choice `none` is ignored.
 */
export function choiceOf({ choice, disabled }: Reader, clinicDefault: DocumentMail): DocumentMail {
  return choice === null || (disabled && choice === 'none') ? clinicDefault : choice;
}

/** Decides how a document that arrives `now` is announced to a user who has no open collection. */
export function announce(
  choice: DocumentMail,
  quietUntil: Date | null,
  now: Date,
  zone: string,
): Announcement {
  if (choice === 'none') return { how: 'none' };
  if (choice === 'at-once') return { how: 'at-once', quietUntil: null };
  if (choice === 'daily') return { how: 'collected', dueAt: nextDailyMail(now, zone) };
  if (quietUntil !== null && now < quietUntil) return { how: 'collected', dueAt: quietUntil };
  return { how: 'at-once', quietUntil: quietAfter(now) };
}

/** The time until which documents are collected after an email that was sent `now`. */
export const quietAfter = (now: Date): Date => new Date(now.getTime() + COLLECT_MS);

/** The latest time to announce documents that were collected before the user's choice changed; null: no email. */
export function latestAfterChange(choice: DocumentMail, now: Date, zone: string): Date | null {
  if (choice === 'none') return null;
  if (choice === 'at-once') return now;
  return choice === 'daily' ? nextDailyMail(now, zone) : quietAfter(now);
}

/** The next 07:30 in the clinic's time zone after `now`; a time that a clock change skips is moved an hour later. */
export function nextDailyMail(now: Date, zone: string): Date {
  const local = DateTime.fromJSDate(now, { zone });
  const today = local.set(DAILY);
  return (today > local ? today : local.plus({ days: 1 }).set(DAILY)).toJSDate();
}
