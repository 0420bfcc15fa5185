import type { Cover } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';

/** The columns of `covers` that events and audit entries need. */
export interface CoverRow {
  id: string;
  userId: string;
  coverId: string;
}

type Change = { action: 'cover.set' } | { action: 'cover.ended'; why: 'ended_by_hand' | 'account_disabled' };

/** Emits the event of a cover that was set or ended early, and records an audit entry. */
export async function emitCoverChange(
  emit: Emit,
  { id, userId, coverId }: CoverRow,
  change: Change,
): Promise<void> {
  const set = change.action === 'cover.set';
  // A cover is set as version 1 and ended once.
  const event = { aggregateId: id, aggregateVersion: set ? 1 : 2, data: { userId, coverId } };
  await emit({ type: 'user.cover_changed', ...event });
  await recordAuditEvent(emit, {
    action: change.action,
    subject: auditSubject.user(userId),
    related: [auditSubject.user(coverId)],
    codes: change.action === 'cover.ended' ? [change.why] : [],
  });
}

interface Person {
  id: string;
  firstName: string;
  lastName: string;
}

/** Prisma's `select` for {@link toCover}. */
const person = { select: { id: true, firstName: true, lastName: true } } as const;
export const coverColumns = { id: true, user: person, cover: person, startsAt: true, endsAt: true } as const;

/** The cover in the contract's format; `now` is the database's time. */
export const toCover = (
  row: { id: string; user: Person; cover: Person; startsAt: Date; endsAt: Date },
  now: Date,
): Cover => ({
  ...row,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  running: row.startsAt <= now,
});
