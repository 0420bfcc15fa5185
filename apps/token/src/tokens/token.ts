import type { TokenStatus } from '@caredrop/contracts';

/**
 * An upload link's states:
 *
 *   active ──claim──▶ claimed ──confirm──▶ confirmed ──complete──▶ used
 *      ▲                 │ release, or lease ended    │ settle: nothing stored
 *      └─────────────────┴────────────────────────────┘
 *   active ──revoke──▶ revoked        active ──clock──▶ expired
 *
 * A confirmed claim already reads as used. No path leads out of used, revoked or expired, except that `reconcile` can
 * mark an expired or revoked link as used.
 */
export interface TokenState {
  status: string;
  expiresAt: Date;
  confirmedAt: Date | null;
}

const written = new Set<string>(['used', 'expired', 'revoked']);

/**
 * The displayed state: the stored one, plus what the clock and a confirmed claim imply before it is stored.
 */
export function statusOf({ status, expiresAt, confirmedAt }: TokenState, now: Date): TokenStatus {
  if (written.has(status)) return status as TokenStatus;
  if (confirmedAt) return 'used';
  return expiresAt <= now ? 'expired' : 'active';
}

/** Whether the link's claim is confirmed, but it is not known yet whether its document was stored. */
export const isBeingCommitted = ({ status, confirmedAt }: Omit<TokenState, 'expiresAt'>): boolean =>
  status === 'active' && confirmedAt !== null;

/** Whether an upload holds the link at this time. */
export const isClaimed = ({ leaseUntil }: { leaseUntil: Date | null }, now: Date): boolean =>
  leaseUntil !== null && leaseUntil > now;

/** Whether the document that arrived was infected, or is lost, so that it has to be sent again. */
export const isUnusable = ({ documentState }: { documentState: string | null }): boolean =>
  documentState === 'rejected' || documentState === 'lost';

/** The last link with which a document arrived that is neither infected nor lost. The newest link is the last. */
export const lastArrived = <Link extends TokenState & { documentState: string | null }>(
  links: Link[],
  now: Date,
): Link | undefined => links.findLast((link) => statusOf(link, now) === 'used' && !isUnusable(link));

/** Whether the link asked for a date of birth that is no longer kept: a link that replaced it would not ask for it. */
export const isCheckGone = ({ hasCheck, checkKeyId }: { hasCheck: boolean; checkKeyId: string | null }) =>
  hasCheck && checkKeyId === null;

/** The columns from which `isNotAnswering` decides. */
export type ReminderState = TokenState & {
  reminderCount: number;
  nextReminderAt: Date | null;
  lastReminderAt: Date | null;
  remindersStopped: string | null;
};

/**
 * Whether the patient has not sent a document after the last reminder: a day has passed since then, or the
 * link has expired. False for a link whose reminders were not sent or could not be delivered.
 */
export function isNotAnswering(token: ReminderState, now: Date): boolean {
  const { reminderCount, nextReminderAt, lastReminderAt, remindersStopped } = token;
  if (reminderCount === 0 || lastReminderAt === null || remindersStopped) return false;
  const status = statusOf(token, now);
  if (status !== 'active') return status === 'expired';
  return nextReminderAt === null && daysFrom(lastReminderAt, 1) <= now;
}

/** How many documents the list shows: one from the confirmation on, none once it was deleted, rejected or lost. */
export function documentCount(token: { documentState: string | null; confirmedAt: Date | null }): number {
  if (token.documentState) return token.documentState === 'present' ? 1 : 0;
  return token.confirmedAt ? 1 : 0;
}

const DAY = 86_400_000;

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY);

/**
 * The last millisecond of an expiry range: today ends with the UTC day; week and month are 7 and 30 times 24 hours.
 */
export function expiryRangeEnd(range: 'today' | 'week' | 'month', now: Date): Date {
  if (range === 'week') return daysFrom(now, 7);
  if (range === 'month') return daysFrom(now, 30);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - 1);
}

/** References of a bulk batch: `{prefix}-001…`, continuing after `last`. */
export function bulkReferences(prefix: string | null, last: bigint, count: number): string[] {
  const start = prefix ?? 'PATIENT';
  const numberAt = (index: number) => String(last + BigInt(index + 1)).padStart(3, '0');
  return Array.from({ length: count }, (_, index) => `${start}-${numberAt(index)}`);
}
