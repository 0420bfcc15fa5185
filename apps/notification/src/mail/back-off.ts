const MAX_MS = 60_000;
const HOUR = 3_600_000;
const MAX_REJECTED_MS = HOUR;

/**
 * Delay before an email's next attempt, in milliseconds: doubles from `baseMs` up to a minute, so that emails are sent
 * soon after the server recovers. With `refused` (the mail server rejected the email permanently, or auth or token
 * rejected our request) the delays are 60 times as long, up to an hour. `jitter`, from 0 to 1, varies the delay by up to
 * a fifth, so that replicas do not retry together.
 */
export function backOffMs(attempts: number, baseMs: number, refused: boolean, jitter: number): number {
  const first = refused ? baseMs * 60 : baseMs;
  const longest = refused ? MAX_REJECTED_MS : MAX_MS;
  const doubled = Math.min(longest, first * 2 ** Math.min(attempts - 1, 20));
  return Math.round(doubled * (0.8 + 0.2 * jitter));
}

/** Whether to give up on an email that is still unsent. */
export const isTooOld = (createdAt: Date, giveUpHours: number): boolean =>
  Date.now() - createdAt.getTime() > giveUpHours * HOUR;
