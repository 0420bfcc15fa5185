import type { RawSql } from '@caredrop/messaging';

/** An object to be deleted, as a worker claims it. */
export interface DuePurge {
  storageKey: string;
  final: boolean;
}

/**
 * Queues an object's deletion in the transaction that makes it superfluous, so that neither happens without
 * the other. `lateWriteMs`: a write may still arrive for that long, so it is deleted once more afterwards.
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
 * Claims due purges for `retryMs`, doubling up to 60 times that; a worker that dies releases them when that
 * time is over.
 */
export async function takeDuePurges(sql: RawSql, limit: number, retryMs: number): Promise<DuePurge[]> {
  return sql.$queryRawUnsafe<DuePurge[]>(
    `UPDATE purges SET next_try_at = now() + least(power(2, tries), 60) * $2::float8 * interval '1 millisecond',
                       tries = tries + 1
     WHERE storage_key IN (
       SELECT storage_key FROM purges WHERE next_try_at <= now() ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING storage_key AS "storageKey", final_at <= now() AS final`,
    limit,
    retryMs,
  );
}

/**
 * The object was deleted: permanently when no write can arrive any more, otherwise it is due again once none
 * can.
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
