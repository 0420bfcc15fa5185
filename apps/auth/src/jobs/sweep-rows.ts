import type { Tx } from '../database/prisma.service.js';

/** The number removed, by kind. */
export interface Swept {
  sessions: number;
  passwordLinks: number;
  signIns: number;
  counters: number;
  devices: number;
  covers: number;
}

/**
 * Deletes what is no longer needed: sessions and password links a week after they expire (even if they ended earlier),
 * absences a year after their end, expired requests for password links, expired sign-in tickets and set-ups of a second
 * factor, old attempt counters, and devices not seen for 180 days. An account's last device is kept: without one, the
 * next sign-in would count as the first after the invitation. After its last change, a counter is kept for a day, or
 * for 31 days if it has had a success, and for at least as many days as it has consecutive failures, up to 100: an
 * attacker who waits gets one guess a day, and rows for mistyped emails are soon removed.
 */
export async function sweepRows(tx: Tx): Promise<Swept> {
  const sessions = await tx.$executeRaw`DELETE FROM sessions WHERE expires_at < now() - interval '7 days'`;
  const passwordLinks =
    await tx.$executeRaw`DELETE FROM password_links WHERE expires_at < now() - interval '7 days'`;
  const requests = await tx.$executeRaw`DELETE FROM password_link_requests WHERE expires_at < now()`;
  const tickets = await tx.$executeRaw`DELETE FROM sign_in_tickets WHERE expires_at < now()`;
  const enrolments = await tx.$executeRaw`DELETE FROM second_factor_enrolments WHERE expires_at < now()`;
  const counters = await tx.$executeRaw`
    DELETE FROM attempt_counters
     WHERE touched_at < now() - GREATEST(
       CASE WHEN succeeded_at IS NULL THEN interval '1 day' ELSE interval '31 days' END,
       LEAST(in_a_row, 100) * interval '1 day')`;
  const devices = await tx.$executeRaw`
    DELETE FROM known_devices d
     WHERE last_seen_at < now() - interval '180 days'
       AND EXISTS (SELECT 1 FROM known_devices later
                    WHERE later.user_id = d.user_id
                      AND (later.last_seen_at, later.fingerprint) > (d.last_seen_at, d.fingerprint))`;
  const covers = await tx.$executeRaw`
    DELETE FROM covers WHERE LEAST(ended_at, ends_at) < now() - interval '1 year'`;
  return {
    sessions,
    passwordLinks: passwordLinks + requests,
    signIns: tickets + enrolments,
    counters,
    devices,
    covers,
  };
}
