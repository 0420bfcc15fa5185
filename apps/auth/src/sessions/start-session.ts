import { randomUUID } from 'node:crypto';
import { currentClient } from './client.js';
import type { Tx } from '../database/prisma.service.js';
import { sessionsStarted } from '../metrics.js';
import type { SignedSession } from './session-tokens.js';

/**
 * Opens a session if the account is enabled and the verified password is still current. Null after a
 * concurrent disable or password change. Signing in counts as a fresh proof.
 */
export async function startSession(
  tx: Tx,
  user: { id: string; passwordHash: string | null },
  { absoluteSeconds, secondFactor }: { absoluteSeconds: number; secondFactor: boolean },
): Promise<SignedSession | null> {
  const { device, address } = currentClient();
  const rows = await tx.$queryRaw<SignedSession[]>`
    INSERT INTO sessions (id, user_id, expires_at, second_factor, proven_at, device, address)
    SELECT ${randomUUID()}::uuid, id, now() + ${absoluteSeconds}::int * interval '1 second', ${secondFactor}::boolean, now(),
           ${device}, ${address}
      FROM users
     WHERE id = ${user.id}::uuid AND NOT disabled AND password_hash = ${user.passwordHash}
       FOR SHARE
    RETURNING id, user_id AS "userId", created_at AS "createdAt", expires_at AS "expiresAt"`;
  if (rows[0]) sessionsStarted.inc({ second_factor: String(secondFactor) });
  return rows[0] ?? null;
}
