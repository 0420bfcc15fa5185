import type { TokenStats, TokenStatus } from '@caredrop/contracts';
import { Prisma } from '../generated/prisma/client.js';
import { endsWithin, isStatus } from './tokens.filters.js';

const { sql } = Prisma;

/** All links by state, as `statusOf` defines it. */
export type CountedStates = Omit<TokenStats, 'total'>;

/**
 * Ended links are counted in `ended_counts`; rows stored as active (a few weeks' links) are checked against the clock
 * and confirmed uploads. One statement, so that a link that ends during the count is counted once.
 */
export function countsOfAll(now: Date): Prisma.Sql {
  const ended = (status: TokenStatus) =>
    sql`(SELECT coalesce(sum(n), 0) FROM ended_counts WHERE status = ${status})`;
  const open = (condition: Prisma.Sql) => sql`count(*) FILTER (WHERE ${condition})`;
  const active = isStatus('active', now);
  return sql`SELECT ${open(active)}::int AS active,
      (${open(isStatus('used', now))} + ${ended('used')})::int AS used,
      (${open(isStatus('expired', now))} + ${ended('expired')})::int AS expired,
      ${ended('revoked')}::int AS revoked,
      ${open(sql`${active} AND ${endsWithin('today', now)}`)}::int AS "expiringToday",
      ${open(sql`${active} AND ${endsWithin('week', now)}`)}::int AS "expiringThisWeek"
    FROM tokens WHERE status = 'active'`;
}

const none: CountedStates = {
  ...{ active: 0, used: 0, expired: 0, revoked: 0 },
  ...{ expiringToday: 0, expiringThisWeek: 0 },
};

/** The counts of a list of all links, or of those in one state. */
export function statsOf(counted: CountedStates, status?: TokenStatus): TokenStats {
  const { active, used, expired, revoked, expiringToday, expiringThisWeek } = counted;
  if (status === undefined) return { ...counted, total: active + used + expired + revoked };
  const ending = status === 'active' ? { expiringToday, expiringThisWeek } : {};
  return { ...none, ...ending, [status]: counted[status], total: counted[status] };
}

/** Adds up the differences that changes have appended; new ones may be appended while it runs. */
export const addUpEnded = sql`
  WITH gone AS (DELETE FROM ended_counts RETURNING status, n)
  INSERT INTO ended_counts (status, n) SELECT status, sum(n) FROM gone GROUP BY status`;
