import { teamLimits } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';

export interface Period {
  startsAt: Date;
  endsAt: Date;
}

/**
 * Returns the period of a new absence. A start in the past counts as now. Throws 400 unless the period ends after its
 * start, after now, and within 12 months and a day from now.
 */
export function coverPeriod(wanted: { startsAt: string; endsAt: string }, now: Date): Period {
  const startsAt = new Date(Math.max(Date.parse(wanted.startsAt), now.getTime()));
  const endsAt = new Date(wanted.endsAt);
  if (!(endsAt > startsAt)) throw appError('cover_period_invalid');
  const max = teamLimits.coverMonthsMax;
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + max);
  // One more day, so that the last day is complete in every time zone.
  last.setUTCDate(last.getUTCDate() + 1);
  if (endsAt > last) throw appError('cover_too_long', { params: { max } });
  return { startsAt, endsAt };
}
