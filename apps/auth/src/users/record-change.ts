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
export async function recordedChange<R>(
  unitOfWork: UnitOfWork<Tx>,
  action: AuditEvent['action'],
  userId: string,
  work: (tx: Tx, emit: Emit) => Promise<R>,
): Promise<R> {
  const subject = isUuid(userId) ? { subject: auditSubject.user(userId) } : {};
  try {
    return await unitOfWork.run(async (tx, emit) => {
      const result = await work(tx, emit);
      await recordAuditEvent(emit, { action, ...subject });
      return result;
    });
  } catch (error) {
    await recordAuditEvent(unitOfWork.emit, { action, ...toAuditOutcome(error), ...subject });
    throw error;
  }
}
