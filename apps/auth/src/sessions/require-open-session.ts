import { appError, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

/** Throws 401 for a session that has ended since the request started, for example by a password reset. */
export async function requireOpenSession(tx: Tx, { userId, sessionId }: Principal): Promise<void> {
  const open = await tx.session.count({ where: { id: sessionId, userId, endedAt: null } });
  if (open === 0) throw appError('unauthorized');
}
