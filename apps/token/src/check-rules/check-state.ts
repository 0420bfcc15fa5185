import type { LinkCheck } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';
import { checkLimits } from './check-limits.js';

/** The columns that record wrong dates and the wait that follows them. */
export type CheckTries = Pick<Token, 'checkTries' | 'checkWaitsUntil'>;

export const isLocked = ({ checkTries }: Pick<Token, 'checkTries'>): boolean =>
  checkTries >= checkLimits.triesMax;

/** A check as the patient's page sees it. `passed`: the call has a valid proof. */
export function checkState(
  token: CheckTries & Pick<Token, 'checkInitials'>,
  passed: boolean,
  now: Date,
): LinkCheck {
  const initials = token.checkInitials ?? '';
  if (passed) return { initials, state: 'passed' };
  if (isLocked(token)) return { initials, state: 'locked' };
  const until = token.checkWaitsUntil;
  if (until && until > now) return { initials, state: 'waiting', waits_until: until.toISOString() };
  return { initials, state: 'needed' };
}

/** A check as clinicians see it: after it was passed, wrong dates can still block or lock it. */
export function checkStateForStaff(
  token: CheckTries & Pick<Token, 'checkInitials' | 'checkPassedAt'>,
  now: Date,
): LinkCheck {
  const check = checkState(token, false, now);
  return check.state === 'needed' && token.checkPassedAt ? { ...check, state: 'passed' } : check;
}

/** Tries left in the round after a wrong date; 0 when the round has ended. `checkTries` is at least 1. */
export function triesLeft(checkTries: number): number {
  const used = checkTries % checkLimits.triesPerRound;
  return used === 0 ? 0 : checkLimits.triesPerRound - used;
}

/** The current day in a time zone, as YYYY-MM-DD: a later date of birth is in the future. */
export const dayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
