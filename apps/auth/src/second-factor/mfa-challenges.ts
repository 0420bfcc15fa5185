import { randomUUID } from 'node:crypto';
import type { Tx } from '../database/prisma.service.js';
import { hashLinkSecret, newLinkSecret } from '../password-links/password-link.js';

/** `code`: a code is missing; `setup`: the second factor has not been set up. */
export type MfaChallengePurpose = 'code' | 'setup';

export interface OpenMfaChallenge {
  ticket: string;
  expiresAt: Date;
}

const LIVES_SECONDS: Record<MfaChallengePurpose, number> = { code: 5 * 60, setup: 15 * 60 };
/** After this many wrong codes the user must enter the password again. Wrong codes in a set-up are not counted here. */
const MAX_ATTEMPTS = 5;

/**
 * Issues a ticket for the second step after a correct password. It is valid for minutes and for one purpose, and is
 * stored as a hash. Null when the account was disabled or its password changed in the meantime.
 */
export async function openMfaChallenge(
  tx: Tx,
  account: { id: string; passwordHash: string | null },
  purpose: MfaChallengePurpose,
): Promise<OpenMfaChallenge | null> {
  const ticket = newLinkSecret();
  const rows = await tx.$queryRaw<{ expiresAt: Date }[]>`
    INSERT INTO sign_in_tickets (id, user_id, purpose, token_hash, expires_at)
    SELECT ${randomUUID()}::uuid, id, ${purpose}, ${hashLinkSecret(ticket)}::bytea,
           now() + ${LIVES_SECONDS[purpose]}::int * interval '1 second'
      FROM users WHERE id = ${account.id}::uuid AND NOT disabled AND password_hash = ${account.passwordHash} FOR SHARE
    RETURNING expires_at AS "expiresAt"`;
  const [row] = rows;
  return row ? { ticket, expiresAt: row.expiresAt } : null;
}

/** Returns the user of a ticket that is valid for `purpose`; otherwise null. */
export async function mfaChallengeOwner(
  tx: Tx,
  ticket: string,
  purpose: MfaChallengePurpose,
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT user_id AS "userId" FROM sign_in_tickets
     WHERE token_hash = ${hashLinkSecret(ticket)}::bytea AND purpose = ${purpose} AND expires_at > now()
       AND attempts < ${MAX_ATTEMPTS}`;
  return rows[0]?.userId ?? null;
}

/** Returns the user of a ticket, even if it is no longer valid; undefined for one that does not exist or was deleted. */
export async function mfaChallengeUser(tx: Tx, ticket: string): Promise<string | undefined> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT user_id AS "userId" FROM sign_in_tickets WHERE token_hash = ${hashLinkSecret(ticket)}::bytea`;
  return rows[0]?.userId;
}

/** Counts a wrong code. */
export async function countMfaAttempt(tx: Tx, ticket: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE sign_in_tickets SET attempts = attempts + 1 WHERE token_hash = ${hashLinkSecret(ticket)}::bytea`;
}

/** Consumes the ticket. Returns false when a concurrent request has used it or it was voided since it was read. */
export async function consumeMfaChallenge(tx: Tx, ticket: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    DELETE FROM sign_in_tickets WHERE token_hash = ${hashLinkSecret(ticket)}::bytea`;
  return taken === 1;
}

/** Voids the user's tickets: incomplete sign-ins have to start again. */
export async function voidMfaChallenges(tx: Tx, userId: string): Promise<void> {
  await tx.signInTicket.deleteMany({ where: { userId } });
}
