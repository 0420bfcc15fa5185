import { setTimeout as delay } from 'node:timers/promises';
import { CannotOpen, type Sealed } from '../crypto/key-ring.js';
import type { SealedRows, SqlRunner, SqlTransactions } from './sealed-rows.js';

export interface Rewrapped {
  done: number;
  /** Ids of rows that cannot be opened, because their key is missing or the row was changed. */
  failed: string[];
}

/** Rotates one row: opens it and seals it with the current key. Throws CannotOpen. */
export interface Rewrap {
  currentKeyId: string;
  rewrap(sealed: Sealed, rowId: string): Promise<Sealed> | Sealed;
}

interface Row extends Sealed {
  id: string;
}

const BATCH = 200;

/**
 * Reseals every row that is not sealed under the current key, a batch per transaction, while the service runs: locked
 * rows are skipped and processed in a later round. It may be interrupted and restarted at any time, and two runs may
 * overlap.
 */
export async function rewrapRows(
  database: SqlTransactions,
  rows: SealedRows,
  keys: Rewrap,
  progress: (done: number, left: number) => void,
): Promise<Rewrapped> {
  const result: Rewrapped = { done: 0, failed: [] };
  for (;;) {
    const now = await database.$transaction((tx) => rewrapBatch(tx, rows, keys, result.failed), {
      timeout: 60_000,
    });
    result.done += now;
    const left = (await countOthers(database, rows, keys.currentKeyId)) - result.failed.length;
    if (left <= 0) return result;
    if (now > 0) progress(result.done, left);
    else await delay(200); // The remaining rows are locked at the moment, so wait.
  }
}

async function rewrapBatch(
  tx: SqlRunner,
  { table, keyId, bytes }: SealedRows,
  keys: Rewrap,
  failed: string[],
): Promise<number> {
  const batch = await tx.$queryRawUnsafe<Row[]>(
    `SELECT id, ${keyId} AS "keyId", ${bytes} AS bytes FROM ${table}
     WHERE ${keyId} IS NOT NULL AND ${keyId} <> $1 AND id <> ALL($2::uuid[]) LIMIT $3 FOR UPDATE SKIP LOCKED`,
    keys.currentKeyId,
    failed,
    BATCH,
  );
  const failedBefore = failed.length;
  for (const { id, ...sealed } of batch) {
    const fresh = await tryRewrap(keys, sealed, id);
    if (!fresh) failed.push(id);
    else
      await tx.$executeRawUnsafe(
        `UPDATE ${table} SET ${keyId} = $2, ${bytes} = $3 WHERE id = $1::uuid`,
        id,
        fresh.keyId,
        fresh.bytes,
      );
  }
  return batch.length - (failed.length - failedBefore);
}

async function tryRewrap(keys: Rewrap, sealed: Sealed, id: string): Promise<Sealed | undefined> {
  try {
    return await keys.rewrap(sealed, id);
  } catch (error) {
    if (error instanceof CannotOpen) return undefined;
    throw error;
  }
}

async function countOthers(sql: SqlRunner, { table, keyId }: SealedRows, current: string): Promise<number> {
  const [row] = await sql.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${keyId} <> $1`,
    current,
  );
  return row?.count ?? 0;
}
