import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { sessionsEnded, type SessionEnd } from '../metrics.js';
import { Prisma } from '../generated/prisma/client.js';

/** Ends one session of the user. Returns false if it does not exist or had already been ended. */
export async function endSession(
  tx: Tx,
  emit: Emit,
  session: { id: string; userId: string },
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE sessions SET ended_at = now()
     WHERE id = ${session.id}::uuid AND user_id = ${session.userId}::uuid AND ended_at IS NULL`;
  if (ended === 0) return false;
  sessionsEnded.inc({ reason: 'sign_out' });
  const data = { userId: session.userId, sessionId: session.id };
  // A session is opened as version 1 and ends once.
  await emit({ type: 'session.revoked', aggregateId: session.id, aggregateVersion: 2, data });
  return true;
}

/** Ends the user's other sessions, which someone else may have opened. */
export function endOtherSessions(
  tx: Tx,
  emit: Emit,
  { userId, sessionId }: { userId: string; sessionId: string },
  reason: SessionEnd = 'second_factor_changed',
): Promise<void> {
  return endWhere(tx, emit, userId, Prisma.sql`id <> ${sessionId}::uuid`, reason);
}

/** Ends the user's sessions in which no second factor was used or set up. */
export function endWeakSessions(tx: Tx, emit: Emit, userId: string): Promise<void> {
  return endWhere(tx, emit, userId, Prisma.sql`NOT second_factor`, 'second_factor_required');
}

async function endWhere(
  tx: Tx,
  emit: Emit,
  userId: string,
  which: Prisma.Sql,
  reason: SessionEnd,
): Promise<void> {
  const ended = await tx.$queryRaw<{ id: string }[]>`
    UPDATE sessions SET ended_at = now()
     WHERE user_id = ${userId}::uuid AND ended_at IS NULL AND ${which} RETURNING id`;
  sessionsEnded.inc({ reason }, ended.length);
  for (const { id } of ended) {
    const data = { userId, sessionId: id };
    await emit({ type: 'session.revoked', aggregateId: id, aggregateVersion: 2, data });
  }
}

/** Marks the session as opened with a second factor, because one was just used in it. */
export async function strengthenSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.$executeRaw`UPDATE sessions SET second_factor = true WHERE id = ${sessionId}::uuid`;
}

/** Ends every session of a user, in the transaction of the change that requires it. */
export async function endAllSessions(
  tx: Tx,
  emit: Emit,
  user: { id: string; version: number },
  reason: SessionEnd,
): Promise<void> {
  const ended = await tx.$executeRaw`
    UPDATE sessions SET ended_at = now() WHERE user_id = ${user.id}::uuid AND ended_at IS NULL`;
  sessionsEnded.inc({ reason }, ended);
  const data = { userId: user.id, sessionId: null };
  await emit({ type: 'session.revoked', aggregateId: user.id, aggregateVersion: user.version, data });
}
