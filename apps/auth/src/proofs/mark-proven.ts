import { appError } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

/**
 * Records a proof on a session that is still open and returns when the proof expires. Throws 401 for a session that
 * has ended since the request started, for example by a password reset.
 */
export async function markProven(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  seconds: number,
): Promise<Date> {
  const rows = await tx.$queryRaw<{ until: Date }[]>`
    UPDATE sessions SET proven_at = now()
     WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid AND ended_at IS NULL
    RETURNING (proven_at + ${seconds}::int * interval '1 second')::timestamptz(3) AS until`;
  const [row] = rows;
  if (!row) throw appError('unauthorized');
  return row.until;
}
