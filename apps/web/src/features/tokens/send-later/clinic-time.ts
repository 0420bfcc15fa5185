import { scheduleLimits } from '@caredrop/contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A day and a time of day in the format of inputs: `2026-12-03` and `08:00`. */
export interface LocalTime {
  day: string;
  time: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time of an instant in a time zone. */
export function localTime(at: number, timeZone: string): LocalTime {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = '2-digit' as const;
    format = new Intl.DateTimeFormat('en-GB', {
      ...{
        year: 'numeric',
        month: digits,
        day: digits,
        hour: digits,
        minute: digits,
        hourCycle: 'h23',
        timeZone,
      },
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

const asUtc = ({ day, time }: LocalTime): number => Date.parse(`${day}T${time}Z`);

const offsetAt = (at: number, timeZone: string): number => {
  const whole = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return asUtc(localTime(whole, timeZone)) - whole;
};

/**
 * Converts a local time in a time zone to an instant; null if it is incomplete. A time that a clock change skips moves
 * later by the length of the change; if a time occurs twice, the first counts.
 */
export function instantOf(local: LocalTime, timeZone: string): string | null {
  const wall = asUtc(local);
  if (Number.isNaN(wall)) return null;
  const offsets = [offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)];
  const candidates = offsets.map((offset) => wall - offset);
  const exact = candidates.filter((at) => at + offsetAt(at, timeZone) === wall);
  // A skipped time: the offset before the change gives the later one.
  return new Date(exact.length > 0 ? Math.min(...exact) : (candidates[0] ?? wall)).toISOString();
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const MORNING = '08:00';

/** Whether the time is too soon for a message to be scheduled. */
export const isTooSoon = (instant: string, now: number): boolean =>
  Date.parse(instant) < now + scheduleLimits.minutesMin * MINUTE_MS;

/** Tomorrow and the next Monday at 08:00, by the calendar of the time zone. Monday is today if 08:00 can be scheduled. */
export function sendTimes(now: number, timeZone: string): Record<'tomorrow' | 'monday', LocalTime> {
  const { day } = localTime(now, timeZone);
  const morningIn = (days: number): LocalTime => ({ day: dayAfter(day, days), time: MORNING });
  const untilMonday = (8 - new Date(day).getUTCDay()) % 7;
  const instant = instantOf(morningIn(untilMonday), timeZone);
  const hasPassed = instant === null || isTooSoon(instant, now);
  return { tomorrow: morningIn(1), monday: morningIn(hasPassed ? untilMonday + 7 : untilMonday) };
}

/** Whether the time differs in the user's own time zone at this instant. */
export const differsHere = (at: number, timeZone: string): boolean =>
  offsetAt(at, timeZone) !== -new Date(at).getTimezoneOffset() * MINUTE_MS;

const days = new Map<string, Intl.DateTimeFormat>();

/** '3 December, 08:00' in the time zone, which is named if the time differs in the user's own. */
export function formatSendTime(iso: string, timeZone: string): string {
  const at = Date.parse(iso);
  const format =
    days.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone });
  days.set(timeZone, format);
  const zone = differsHere(at, timeZone) ? ` (${timeZone.replaceAll('_', ' ')})` : '';
  return `${format.format(at)}, ${localTime(at, timeZone).time}${zone}`;
}
