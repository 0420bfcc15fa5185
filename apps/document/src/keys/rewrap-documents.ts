import { setTimeout as delay } from 'node:timers/promises';
import { CannotOpen } from '@caredrop/service-kit';
import type { PrismaService, Tx } from '../database/prisma.service.js';
import type { DataKeys, WrappedKey } from '../storage/data-keys.js';

const BATCH = 100;

interface Wrapped {
  id: string;
  keyId: string;
  wrappedKey: Uint8Array<ArrayBuffer>;
}

export interface Rewrapped {
  done: number;
  /** Documents whose data key does not open: their key is missing or the row was changed. */
  failed: string[];
}

/**
 * Wraps every data key anew that is not under the current key-encryption key, a batch a transaction, while the
 * service goes on: rows that somebody else holds are passed over and taken in a later round. May be stopped and
 * started again at any time, and run twice at once. The objects are not touched.
 */
export async function rewrapDocuments(
  prisma: PrismaService,
  keys: DataKeys,
  progress: (done: number, left: number) => void,
): Promise<Rewrapped> {
  const result: Rewrapped = { done: 0, failed: [] };
  for (;;) {
    const now = await prisma.$transaction((tx) => rewrapBatch(tx, keys, result.failed), { timeout: 60_000 });
    result.done += now;
    const left = (await countOthers(prisma, keys.currentKeyId)) - result.failed.length;
    if (left <= 0) return result;
    if (now > 0) progress(result.done, left);
    else await delay(200); // the rest is held by others for now
  }
}

async function rewrapBatch(tx: Tx, keys: DataKeys, failed: string[]): Promise<number> {
  const rows = await tx.$queryRawUnsafe<Wrapped[]>(
    `SELECT id, key_id AS "keyId", wrapped_key AS "wrappedKey" FROM documents
     WHERE key_id IS NOT NULL AND key_id <> $1 AND id <> ALL($2::uuid[]) LIMIT $3 FOR UPDATE SKIP LOCKED`,
    keys.currentKeyId,
    failed,
    BATCH,
  );
  const failedBefore = failed.length;
  for (const row of rows) {
    const rewrapped = await tryRewrap(keys, row);
    if (!rewrapped) failed.push(row.id);
    else
      await tx.$executeRawUnsafe(
        'UPDATE documents SET key_id = $2, wrapped_key = $3 WHERE id = $1::uuid',
        row.id,
        rewrapped.keyId,
        rewrapped.wrappedKey,
      );
  }
  return rows.length - (failed.length - failedBefore);
}

async function tryRewrap(keys: DataKeys, { id, ...wrapped }: Wrapped): Promise<WrappedKey | undefined> {
  try {
    return await keys.rewrap(wrapped, id);
  } catch (error) {
    if (error instanceof CannotOpen) return undefined;
    throw error;
  }
}

const countOthers = (prisma: PrismaService, currentKeyId: string): Promise<number> =>
  prisma.document.count({ where: { keyId: { not: currentKeyId } } });
