import type { RawSql, TransactionRunner } from '@caredrop/messaging';
import { abandonOld } from '../uploads/attempts.js';
import type { ObjectStore } from '../storage/object-store.js';
import { settlePurge, type DuePurge } from '../storage/purges.js';

/** Pending deletions of objects and what was done about them. */
export interface PurgeReport {
  /** Attempts that were left open, for example by a process that died: their objects are queued for deletion. */
  abandoned: number;
  /** Objects deleted now, or that would be deleted in a dry run. */
  objects: number;
  /** Of these, objects that will be deleted again later, because a write may still arrive. */
  again: number;
  /** Deletions that failed; the service will retry. */
  failed: number;
}

interface PurgeParts {
  database: TransactionRunner;
  store: Pick<ObjectStore, 'delete'>;
  config: { ATTEMPT_MAX_AGE_MS: number; LATE_WRITE_MS: number };
}

/**
 * Deletes at once what the service deletes over time, even objects whose next try is not due yet. May run while the
 * service does.
 */
export async function purgeNow({ database, store, config }: PurgeParts): Promise<PurgeReport> {
  const report: PurgeReport = { abandoned: 0, objects: 0, again: 0, failed: 0 };
  for (let swept = 1; swept > 0; report.abandoned += swept)
    swept = await abandonOld(database, config.ATTEMPT_MAX_AGE_MS, config.LATE_WRITE_MS);
  for (const purge of await waiting(database)) {
    try {
      await store.delete(purge.storageKey);
    } catch {
      report.failed += 1; // Counted and reported here, and retried by the service.
      continue;
    }
    await settlePurge(database, purge);
    report.objects += 1;
    if (!purge.final) report.again += 1;
  }
  return report;
}

/** Counts what {@link purgeNow} would do, for a dry run. */
export async function wouldPurge({ database, config }: Omit<PurgeParts, 'store'>): Promise<PurgeReport> {
  const [attempts = { count: 0, objects: 0 }] = await database.$queryRawUnsafe<
    { count: number; objects: number }[]
  >(
    `SELECT count(*)::int AS count, count(storage_key)::int AS objects FROM attempts
     WHERE state = 'open' AND opened_at < now() - $1 * interval '1 millisecond'`,
    config.ATTEMPT_MAX_AGE_MS,
  );
  const purges = await waiting(database);
  const again = purges.filter(({ final }) => !final).length;
  const objects = purges.length + attempts.objects;
  return { abandoned: attempts.count, objects, again: again + attempts.objects, failed: 0 };
}

const waiting = (sql: RawSql): Promise<DuePurge[]> =>
  sql.$queryRawUnsafe<DuePurge[]>(
    'SELECT storage_key AS "storageKey", final_at <= now() AS final FROM purges ORDER BY next_try_at',
  );
