import { limits, type StatisticsQuery } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';
import { DateTime } from 'luxon';

export interface Period {
  /** First and last day, as YYYY-MM-DD. */
  from: string;
  to: string;
  /** The start of the first day. */
  since: Date;
  /** The start of the day after the last. */
  before: Date;
}

/** The days to count, in the clinic's time zone. Throws 400 when they are in the wrong order, or too many. */
export function periodOf(
  { from, to }: Pick<StatisticsQuery, 'from' | 'to'>,
  timeZone: string,
  now: Date,
): Period {
  const last = to === undefined ? DateTime.fromJSDate(now, { zone: timeZone }) : dayOf(to, timeZone);
  const first = from === undefined ? last.minus({ days: limits.statisticsDays - 1 }) : dayOf(from, timeZone);
  // A day on which the clocks change is shorter or longer than 24 hours.
  const days = Math.round(last.startOf('day').diff(first.startOf('day'), 'days').days) + 1;
  if (days < 1 || days > limits.statisticsDaysMax)
    throw appError('field_invalid', { params: { field: 'from' } });
  return {
    from: first.toISODate() ?? '',
    to: last.toISODate() ?? '',
    since: first.startOf('day').toJSDate(),
    before: last.plus({ days: 1 }).startOf('day').toJSDate(),
  };
}

/**
 * The last day whose counts are stored: the day before yesterday, since the counts of later days still change a lot.
 */
export const lastStoredDay = (timeZone: string, now: Date): string =>
  DateTime.fromJSDate(now, { zone: timeZone }).minus({ days: 2 }).toISODate() ?? '';

const dayOf = (day: string, zone: string) => DateTime.fromISO(day, { zone });
