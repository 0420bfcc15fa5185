import type { UnitOfWork, Emit } from '@caredrop/messaging';
import {
  auditSubject,
  isUuid,
  toAuditOutcome,
  recordAuditEvent,
  type AuditEvent,
} from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

/**
 * Runs an administrator's change to an account and audits it in the same transaction. A failed change is audited as
 * well.
 */
export function recordedChange<R>(
  unitOfWork: UnitOfWork<Tx>,
  action: AuditEvent['action'],
  userId: string,
  work: (tx: Tx, emit: Emit) => Promise<R>,
): Promise<R> {
  return recordedFailure(unitOfWork, action, userId, async (tx, emit) => {
    const result = await work(tx, emit);
    await recordAuditEvent(emit, { action, ...subjectOf(userId) });
    return result;
  });
}

/**
 * Like {@link recordedChange}, for a change that audits its own success. `userId` is null if there is no account yet.
 */
export async function recordedFailure<R>(
  unitOfWork: UnitOfWork<Tx>,
  action: AuditEvent['action'],
  userId: string | null,
  work: (tx: Tx, emit: Emit) => Promise<R>,
): Promise<R> {
  try {
    return await unitOfWork.run(work);
  } catch (error) {
    await recordAuditEvent(unitOfWork.emit, { action, ...toAuditOutcome(error), ...subjectOf(userId) });
    throw error;
  }
}

const subjectOf = (userId: string | null) =>
  userId !== null && isUuid(userId) ? { subject: auditSubject.user(userId) } : {};
