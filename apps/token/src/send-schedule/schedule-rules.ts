import { scheduleLimits, sendingLimits, type ErrorCode, type ScheduledReason } from '@caredrop/contracts';
import { DateTime } from 'luxon';
import { LEAST_TIME_LEFT_MS } from '../reminder-plan/reminder-plan.js';

const MINUTE_MS = 60_000;
/** A message that could not be sent within this time after its planned time fails: the situation may have changed. */
const TRY_FOR_MS = 2 * 60 * MINUTE_MS;
/**
 * A message scheduled for the latest allowed time is still sent if it is this late, because the job and retries take
 * time.
 */
const LATE_BY_MAX_MS = 15 * MINUTE_MS;
/** How many days, at most, limits can postpone a message. */
const POSTPONED_DAYS_MAX = 3;

type SendAtRejection = Extract<ErrorCode, 'send_at_soon' | 'send_at_late'>;
type FileStartRejection = Extract<ErrorCode, 'send_at_soon' | 'send_at_far'>;

const isTooSoon = (time: Date, now: Date): boolean =>
  time.getTime() < now.getTime() + scheduleLimits.minutesMin * MINUTE_MS;

/** Why a message with the link cannot be scheduled for this time; null if it can. */
export function sendAtRejection(sendAt: Date, expiresAt: Date, now: Date): SendAtRejection | null {
  if (isTooSoon(sendAt, now)) return 'send_at_soon';
  return sendAt.getTime() + LEAST_TIME_LEFT_MS > expiresAt.getTime() ? 'send_at_late' : null;
}

/**
 * Why a file of requests cannot start at this time; null if it can. Days are counted by the clinic's calendar, so that the
 * same weekday of the next week is allowed at any time of day. A file that has not ended is cancelled after 14 days.
 */
export function fileStartRejection(start: Date, now: Date, timeZone: string): FileStartRejection | null {
  if (isTooSoon(start, now)) return 'send_at_soon';
  const today = DateTime.fromJSDate(now, { zone: timeZone });
  const end = today.plus({ days: sendingLimits.startDaysMax }).endOf('day').toJSDate();
  return start > end ? 'send_at_far' : null;
}

/** Parameters of a rejection's message: minutes from now, hours before the link expires, or days from now. */
export const sendAtParams = (rejection: SendAtRejection | FileStartRejection): Record<string, number> =>
  rejection === 'send_at_far'
    ? { max: sendingLimits.startDaysMax }
    : { min: rejection === 'send_at_soon' ? scheduleLimits.minutesMin : scheduleLimits.hoursLeftMin };

/** The state of a due message and its link. */
export interface DueState {
  status: 'active' | 'used' | 'expired' | 'revoked';
  replaced: boolean;
  /** `status` is then `used`, but storing the document may still fail. */
  isBeingCommitted: boolean;
  /** Until when an upload holds the link; null: none does. */
  claimedUntil: Date | null;
  notMine: boolean;
  expiresAt: Date;
  sendAt: Date;
  /** Enabled if the sender or the link's owner is, or if the link has a team: someone can look after the link. */
  accounts: 'enabled' | 'disabled' | 'unknown';
}

/** How a schedule ends if its message is not sent. */
export type DueEnd = { what: 'cancel'; reason: string } | { what: 'fail'; code: ScheduledReason };
export type DueDecision = { what: 'send' } | { what: 'wait' } | DueEnd;

/**
 * Decides what happens to a message that is due. A link that is used, revoked or replaced needs none; if the patient
 * still needs a message but does not get it, that is a failure, which a clinician sees.
 */
export function decideDue(state: DueState, now: Date): DueDecision {
  const { status, replaced, expiresAt, sendAt, claimedUntil } = state;
  if (replaced) return { what: 'cancel', reason: 'token_replaced' };
  if (state.isBeingCommitted) return { what: 'wait' };
  if (status === 'used' || status === 'revoked') return { what: 'cancel', reason: `token_${status}` };
  if (now.getTime() > sendAt.getTime() + TRY_FOR_MS) return { what: 'fail', code: 'too_late' };
  if (expiresAt.getTime() - now.getTime() < LEAST_TIME_LEFT_MS - LATE_BY_MAX_MS)
    return { what: 'fail', code: 'ending' };
  if (state.notMine) return { what: 'fail', code: 'not_mine' };
  if (claimedUntil && claimedUntil > now) return { what: 'wait' };
  if (state.accounts === 'disabled') return { what: 'fail', code: 'owner_disabled' };
  return state.accounts === 'unknown' ? { what: 'wait' } : { what: 'send' };
}

/**
 * The chosen local time on the first later day on which a limit no longer applies; null if that day is too many days
 * after the chosen one. A time that a clock change skips becomes an hour later.
 */
export function timeAfterLimit(chosenAt: Date, notBefore: Date, timeZone: string): Date | null {
  const chosen = DateTime.fromJSDate(chosenAt, { zone: timeZone });
  for (let days = 1; days <= POSTPONED_DAYS_MAX; days += 1) {
    const time = chosen.plus({ days }).toJSDate();
    if (time >= notBefore) return time;
  }
  return null;
}
