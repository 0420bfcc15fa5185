import { limits, scheduleLimits } from '@caredrop/contracts';
import { DateTime } from 'luxon';

/** The clinic's rules. */
export interface ReminderRules {
  /** Days after the link was texted or emailed; negative: days before the expiry. */
  days: readonly number[];
  /** IANA name of the clinic's time zone. */
  timeZone: string;
}

/** What decides when a link's reminders are due. */
export interface RemindedLink {
  /** When the link was last sent by the channel of its reminders, or was made as the next link of a request. */
  from: Date;
  expiresAt: Date;
  /** Number of reminders claimed since then, sent or not; one that is postponed no longer counts. */
  sent: number;
  /**
   * The time of the last of them that was sent or may have been sent: when it was claimed or, if another one is planned
   * and the time is known, when it was sent.
   */
  last: Date | null;
}

const OPENS = 8;
const CLOSES = 20;
const HOUR_MS = 3_600_000;
/** Minimum time between a message about a link and the reminder after it. */
const SPACING_MS = 48 * HOUR_MS;
/**
 * Reminders are claimed, and messages can be scheduled, only for times at which the patient still has at least this
 * long to send the document.
 */
export const LEAST_TIME_LEFT_MS = scheduleLimits.hoursLeftMin * HOUR_MS;
/**
 * After a reminder is claimed, no other is claimed for the same number or address for this long, whatever links they
 * are about. See `wasReminded` for the exceptions.
 */
export const NUMBER_SPACING_MS = 24 * HOUR_MS;

/** Whether reminders may be sent at this time: from 08:00 until before 20:00 in the clinic's time zone. */
export function isReminderHour(time: Date, timeZone: string): boolean {
  const { hour } = DateTime.fromJSDate(time, { zone: timeZone });
  return hour >= OPENS && hour < CLOSES;
}

/** The time itself if it is allowed, otherwise the next 08:00 in the clinic's time zone. */
export function nextReminderHour(time: Date, timeZone: string): Date {
  if (isReminderHour(time, timeZone)) return time;
  const local = DateTime.fromJSDate(time, { zone: timeZone });
  const day = local.hour < OPENS ? local : local.plus({ days: 1 });
  return day.set({ hour: OPENS, minute: 0, second: 0, millisecond: 0 }).toJSDate();
}

/**
 * When the link's remaining reminders are due, as of `now`. A planned time that has passed is left out, so that missed
 * reminders never come in a burst. Each time is moved forward until it is at least 48 hours after the preceding message
 * and within the hours for reminders.
 */
export function planReminders(link: RemindedLink, { days, timeZone }: ReminderRules, now: Date): Date[] {
  const ahead = days
    .map((day) => atLocalDay(day > 0 ? link.from : link.expiresAt, day, timeZone))
    .filter((time) => time > now && time > link.from)
    .sort((one, other) => one.getTime() - other.getTime());
  const latest = link.expiresAt.getTime() - LEAST_TIME_LEFT_MS;
  const planned: Date[] = [];
  let previous = link.last ?? link.from;
  for (const time of ahead) {
    const spaced = new Date(Math.max(time.getTime(), previous.getTime() + SPACING_MS));
    const due = nextReminderHour(spaced, timeZone);
    if (link.sent + planned.length >= limits.remindersMax || due.getTime() > latest) break;
    planned.push(due);
    previous = due;
  }
  return planned;
}

/** When the patient is reminded of a link that is texted or emailed `now`. */
export const remindersIfTextedNow = (expiresAt: Date, rules: ReminderRules, now: Date): Date[] =>
  planReminders({ from: now, expiresAt, sent: 0, last: null }, rules, now);

/** The same local time that many days later or earlier; a time that a clock change skips becomes an hour later. */
const atLocalDay = (time: Date, days: number, timeZone: string): Date =>
  DateTime.fromJSDate(time, { zone: timeZone }).plus({ days }).toJSDate();

/** The deadline as texts, emails and sheets state it, in the language `tag`: `14:05 on Thursday 3 December`. */
export function deadlineText(time: Date, timeZone: string, tag: string): string {
  const local = DateTime.fromJSDate(time, { zone: timeZone }).setLocale(tag);
  if (tag.startsWith('en')) return local.toFormat("HH:mm 'on' cccc d LLLL");
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return local.toLocaleString({ ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
