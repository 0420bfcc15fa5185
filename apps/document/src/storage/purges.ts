import type { RawSql } from '@caredrop/messaging';

/** An object to be deleted, as claimed by a worker. */
export interface DuePurge {
  storageKey: string;
  final: boolean;
}

/**
 * Queues the deletion of objects in the transaction that makes them unneeded, so that either both happen or
 * neither. `lateWriteMs`: how long a write may still arrive; the last deletion comes after that.
 */
export async function requestPurge(tx: RawSql, storageKeys: string[], lateWriteMs = 0): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO purges (storage_key, next_try_at, final_at)
     SELECT key, now(), now() + $2 * interval '1 millisecond' FROM unnest($1::text[]) AS key
     ON CONFLICT (storage_key) DO UPDATE
       SET next_try_at = now(), final_at = greatest(purges.final_at, excluded.final_at)`,
    storageKeys,
    lateWriteMs,
  );
}

/**
 * Claims due purges for `retryMs`, doubled at each retry, to at most 60 times `retryMs`. The claims of a worker that
 * died expire after that time.
 */
export async function takeDuePurges(sql: RawSql, limit: number, retryMs: number): Promise<DuePurge[]> {
  return sql.$queryRawUnsafe<DuePurge[]>(
    `UPDATE purges SET next_try_at = now() + least(power(2, least(tries, 6)), 60) * $2::float8 * interval '1 millisecond',
                       tries = tries + 1
     WHERE storage_key IN (
       SELECT storage_key FROM purges WHERE next_try_at <= now() ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING storage_key AS "storageKey", final_at <= now() AS final`,
    limit,
    retryMs,
  );
}

/**
 * Called after an object was deleted. Removes the purge when no write can arrive any more; otherwise makes it
 * due again at its final time.
 */
export async function settlePurge(sql: RawSql, { storageKey, final }: DuePurge): Promise<void> {
  const ended = final
    ? await sql.$executeRawUnsafe(
        'DELETE FROM purges WHERE storage_key = $1 AND final_at <= now()',
        storageKey,
      )
    : 0;
  if (ended === 0)
    await sql.$executeRawUnsafe(
      'UPDATE purges SET next_try_at = final_at, tries = 0 WHERE storage_key = $1',
      storageKey,
    );
}

export async function countPurges(sql: RawSql): Promise<number> {
  const [row] = await sql.$queryRawUnsafe<Array<{ count: bigint }>>('SELECT count(*) AS count FROM purges');
  return Number(row?.count ?? 0);
}
