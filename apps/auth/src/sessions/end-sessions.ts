import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

/** Ends one session. False when it had ended before. */
export async function endSession(
  tx: Tx,
  emit: Emit,
  session: { id: string; userId: string },
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE sessions SET ended_at = now()
     WHERE id = ${session.id}::uuid AND user_id = ${session.userId}::uuid AND ended_at IS NULL`;
  if (ended === 0) return false;
  const data = { userId: session.userId, sessionId: session.id };
  // A session is opened as version 1 and ends once.
  await emit({ type: 'session.revoked', aggregateId: session.id, aggregateVersion: 2, data });
  return true;
}

/** Ends every session of a user, in the transaction that gives the reason for it. */
export async function endAllSessions(
  tx: Tx,
  emit: Emit,
  user: { id: string; version: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sessions SET ended_at = now() WHERE user_id = ${user.id}::uuid AND ended_at IS NULL`;
  const data = { userId: user.id, sessionId: null };
  await emit({ type: 'session.revoked', aggregateId: user.id, aggregateVersion: user.version, data });
}
