import type { SmsStatus } from '@caredrop/contracts';

/**
 * Ranks of Twilio's states in the order of a message's life. Final states share a rank, because none follows another;
 * only a delivered message may still become read.
 */
const ranks: Record<string, number> = {
  accepted: 1,
  scheduled: 1,
  queued: 2,
  sending: 3,
  sent: 4,
  delivered: 6,
  undelivered: 6,
  failed: 6,
  canceled: 6,
  read: 7,
};
/** An unknown Twilio state counts as neither initial nor final. */
const UNKNOWN_RANK = 5;

const meanings: Record<string, SmsStatus> = {
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  failed: 'failed',
  undelivered: 'failed',
};

/** Maps Twilio's state to one of the four states the API shows. */
export const toSmsStatus = (providerStatus: string): SmsStatus =>
  Object.hasOwn(meanings, providerStatus) ? (meanings[providerStatus] ?? 'other') : 'other';

/** Final: the provider need not be queried again. */
export const isFinal = (providerStatus: string): boolean => rankOf(providerStatus) >= 6;

/**
 * Whether `next` is newer than `current`. Callbacks can be duplicated, late and out of order: an older or
 * equal one changes nothing, and a failure never replaces a delivery or vice versa.
 */
export function isNews(current: string | null, next: string): boolean {
  if (current === null) return true;
  if (rankOf(current) === 6) return current === 'delivered' && next === 'read';
  return rankOf(next) > rankOf(current);
}

const rankOf = (status: string) =>
  Object.hasOwn(ranks, status) ? (ranks[status] ?? UNKNOWN_RANK) : UNKNOWN_RANK;
