/** A PrismaClient or anything else that runs SQL in the database in question. */
interface SqlRunner {
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}

/**
 * Returns the statements in this database that are waiting for a lock, so that a test can force a race: hold
 * the lock, wait until the other side waits for it, continue. Call it outside the transaction that holds the
 * lock: inside, the view keeps showing its first content.
 */
export async function lockWaits(sql: SqlRunner): Promise<string[]> {
  const rows = await sql.$queryRawUnsafe<{ query: string }[]>(
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ query }) => query);
}
