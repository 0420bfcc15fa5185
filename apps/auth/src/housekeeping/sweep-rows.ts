import type { Tx } from '../database/prisma.service.js';

/** What went, by kind. */
export interface Swept {
  sessions: number;
  passwordLinks: number;
  signIns: number;
  counters: number;
}

/**
 * Deletes what can no longer matter: sessions and password links a week after their end, half-done sign-ins and
 * set-ups of a second factor, counters of attempts when their memory is over.
 */
export async function sweepRows(tx: Tx): Promise<Swept> {
  const sessions = await tx.$executeRaw`DELETE FROM sessions WHERE expires_at < now() - interval '7 days'`;
  const passwordLinks =
    await tx.$executeRaw`DELETE FROM password_links WHERE expires_at < now() - interval '7 days'`;
  const tickets = await tx.$executeRaw`DELETE FROM sign_in_tickets WHERE expires_at < now()`;
  const enrolments = await tx.$executeRaw`DELETE FROM second_factor_enrolments WHERE expires_at < now()`;
  const counters = await tx.$executeRaw`
    DELETE FROM attempt_counters
     WHERE touched_at < now() - CASE WHEN succeeded_at IS NULL THEN interval '1 day' ELSE interval '31 days' END`;
  return { sessions, passwordLinks, signIns: tickets + enrolments, counters };
}
