import type { Pool } from 'pg';

const SOME_SENT = `DELETE FROM outbox WHERE id IN (
  SELECT id FROM outbox WHERE sent_at < now() - make_interval(days => $1::int) LIMIT 1000 FOR UPDATE SKIP LOCKED)`;

const SOME_HANDLED = `DELETE FROM inbox WHERE (event_id, handler) IN (
  SELECT event_id, handler FROM inbox WHERE handled_at < now() - make_interval(days => $1::int)
  LIMIT 1000 FOR UPDATE SKIP LOCKED)`;

/** Deletes expired sent events and handled ids, a thousand at a time. Resolves to the number of each. */
export async function purge(
  pool: Pool,
  keep: { keepSentDays: number; keepHandledDays: number },
): Promise<{ sent: number; handled: number }> {
  return {
    sent: await deleteAll(pool, SOME_SENT, keep.keepSentDays),
    handled: await deleteAll(pool, SOME_HANDLED, keep.keepHandledDays),
  };
}

async function deleteAll(pool: Pool, sql: string, days: number): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = (await pool.query(sql, [days])).rowCount ?? 0;
    total += deleted;
    if (deleted === 0) return total;
  }
}
