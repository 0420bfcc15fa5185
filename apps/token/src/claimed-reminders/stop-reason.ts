import type { Token } from '../generated/prisma/client.js';
import { isClaimed, statusOf } from '../tokens/token.js';

/**
 * A claimed reminder that could not be handed over for this long is dropped, because the next one may be due
 * soon.
 */
const GIVE_UP_MS = 24 * 3_600_000;

export interface ClaimedReminder {
  token: Token;
  /** 1, 2 or 3. */
  reminder: number;
  createdAt: Date;
}

/** Why a claimed reminder must not be sent any more; null when it may be. */
export function stopReason({ token, reminder, createdAt }: ClaimedReminder, now: Date): string | null {
  const status = statusOf(token, now);
  if (status !== 'active') return `token_${status}`;
  if (isClaimed(token, now)) return 'token_receiving';
  if (token.remindersPausedAt) return 'paused';
  if (token.remindersStopped) return 'stopped';
  if (token.problemReason === 'not_mine') return 'not_mine';
  const sentAgain = !token.remindersFrom || token.remindersFrom > createdAt;
  if (sentAgain || token.reminderCount !== reminder) return 'texted_again';
  return now.getTime() - createdAt.getTime() > GIVE_UP_MS ? 'too_late' : null;
}
