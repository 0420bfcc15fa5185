import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import type { EventData } from '@caredrop/contracts/events';
import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { nextVersion } from '../users/account.js';

type PublishedChange = EventData<'second_factor.changed'>['change'];

/**
 * `replaced`: a new app replaced the one in use. The event reports this as `on`, which earlier versions understand,
 * with the flag `replaced`.
 */
export type SecondFactorChange = PublishedChange | 'replaced';

const auditActions: Record<PublishedChange, AuditEvent['action']> = {
  on: 'second_factor.turn_on',
  off: 'second_factor.turn_off',
  reset: 'second_factor.reset',
  recovery_used: 'second_factor.use_recovery_code',
};

/**
 * Emits and audits a change of a user's second factor; the notification service emails the user. Returns the
 * account's new version.
 */
export async function emitSecondFactorChange(
  tx: Tx,
  emit: Emit,
  userId: string,
  changed: SecondFactorChange,
  actor?: AuditEvent['actor'],
): Promise<number> {
  const version = await nextVersion(tx, userId);
  const replaced = changed === 'replaced';
  const change = replaced ? 'on' : changed;
  const data = { userId, change, ...(replaced && { replaced }) };
  await emit({ type: 'second_factor.changed', aggregateId: userId, aggregateVersion: version, data });
  const event = {
    action: auditActions[change],
    subject: auditSubject.user(userId),
    codes: replaced ? [changed] : [],
  };
  await recordAuditEvent(emit, actor ? { ...event, actor } : event);
  return version;
}
