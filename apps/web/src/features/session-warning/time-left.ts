import type { SessionTime } from '@caredrop/contracts';
import { copy } from './copy.js';

/** When a session ends and when to warn, by this device's clock, in milliseconds. */
export interface Ending {
  endsAt: number;
  warnAt: number;
  extendable: boolean;
}

/** Uses the time left and not the server's `endsAt`, because this device's clock may be wrong. */
export function endingOf({ secondsLeft, warningSeconds, extendable }: SessionTime, now: number): Ending {
  const endsAt = now + secondsLeft * 1000;
  return { endsAt, warnAt: endsAt - warningSeconds * 1000, extendable };
}

/** How far apart two times for the same end may be: the response takes time, and the device's clock is adjusted. */
const sameEndMs = 60_000;

/** Whether two responses are about the same end of a session. */
export const isSameEnd = (one: number, other: number): boolean => Math.abs(one - other) < sameEndMs;

/**
 * The time left in steps a screen reader can keep up with: whole minutes above one, then steps of 10 seconds,
 * then single seconds.
 */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds > 60) return copy.minutes(Math.ceil(seconds / 60));
  if (seconds > 10) return copy.seconds(Math.ceil(seconds / 10) * 10);
  return copy.seconds(seconds);
}
