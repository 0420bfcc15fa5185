import type { SmsStatus } from '@caredrop/contracts';

/** How far Twilio's states are on a message's way. Ends share a rank: none follows another, save that what was delivered may be read. */
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
/** A state of Twilio's that we do not know is neither a beginning nor an end. */
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

/** Twilio's state in the four words of spec §3 (api.md 1a.13). */
export const toSmsStatus = (providerStatus: string): SmsStatus =>
  Object.hasOwn(meanings, providerStatus) ? (meanings[providerStatus] ?? 'other') : 'other';

/** Nothing more is to come, so the provider need not be asked again. */
export const isFinal = (providerStatus: string): boolean => rankOf(providerStatus) >= 6;

/**
 * Whether `next` tells more than `current`. Callbacks come twice, late and in any order: what is older or
 * equal changes nothing, and no failure takes back a delivery or the other way round.
 */
export function isNews(current: string | null, next: string): boolean {
  if (current === null) return true;
  if (rankOf(current) === 6) return current === 'delivered' && next === 'read';
  return rankOf(next) > rankOf(current);
}

const rankOf = (status: string) =>
  Object.hasOwn(ranks, status) ? (ranks[status] ?? UNKNOWN_RANK) : UNKNOWN_RANK;
