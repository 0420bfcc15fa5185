import { teamLimits } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';

export interface Period {
  startsAt: Date;
  endsAt: Date;
}

/**
 * The period of an absence that is set now: a start that has passed counts as now. Throws 400 when it is over already,
 * ends before it starts, or reaches beyond the next 12 months.
 */
export function coverPeriod(wanted: { startsAt: string; endsAt: string }, now: Date): Period {
  const startsAt = new Date(Math.max(Date.parse(wanted.startsAt), now.getTime()));
  const endsAt = new Date(wanted.endsAt);
  if (!(endsAt > startsAt)) throw appError('cover_period_invalid');
  const max = teamLimits.coverMonthsMax;
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + max);
  // One day more: the last day is a whole one in every time zone.
  last.setUTCDate(last.getUTCDate() + 1);
  if (endsAt > last) throw appError('cover_too_long', { params: { max } });
  return { startsAt, endsAt };
}
