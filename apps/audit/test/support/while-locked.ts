import { eventually } from '@caredrop/testing';
import pg from 'pg';

/**
 * Runs `work` while the owner holds the locks that the statement `lock` takes. Runs `meanwhile` once `waiting`
 * statements wait for these locks. Then releases the locks and resolves to the outcome of `work`, which may be its
 * error.
 */
export async function whileLocked<T>(
  ownerUrl: string,
  lock: string,
  work: () => Promise<T>,
  { waiting = 1, meanwhile = async () => {} }: { waiting?: number; meanwhile?: () => Promise<void> } = {},
): Promise<T | Error> {
  const [holder, watcher] = [0, 1].map(() => new pg.Client({ connectionString: ownerUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), watcher.connect()]);
  try {
    await holder.query(`BEGIN; ${lock}`);
    const outcome = work().catch((error: unknown) => error as Error);
    await eventually(async () => {
      const { rows } = await watcher.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(waiting);
    });
    await meanwhile();
    await holder.query('COMMIT');
    return await outcome;
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}
