import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

/**
 * Emits that a user has become an administrator; the notification service emails the other administrators, so that the
 * role cannot be gained unnoticed. Emits nothing if no other administrator's account is enabled.
 */
export async function announceAdmin(
  tx: Tx,
  emit: Emit,
  admin: { id: string; version: number },
): Promise<void> {
  const others = await tx.user.count({ where: { role: 'admin', disabled: false, id: { not: admin.id } } });
  if (others === 0) return;
  const data = { userId: admin.id };
  await emit({ type: 'user.became_admin', aggregateId: admin.id, aggregateVersion: admin.version, data });
}
