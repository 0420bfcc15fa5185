import { setTimeout as delay } from 'node:timers/promises';
import { CannotOpen, type KeyRing, type Sealed } from '@caredrop/service-kit';
import type { PrismaService, Tx } from '../database/prisma.service.js';

const BATCH = 200;

interface SealedLink {
  id: string;
  keyId: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Resealed {
  done: number;
  /** Links whose copy does not open: their key is missing or the row was changed. */
  failed: string[];
}

/**
 * Seals every copy of a link anew that is not under the current key, a batch a transaction, while the service goes
 * on: rows that somebody else holds are passed over and taken in a later round. May be stopped and started again at
 * any time, and run twice at once.
 */
export async function resealLinks(
  prisma: PrismaService,
  keys: KeyRing,
  progress: (done: number, left: number) => void,
): Promise<Resealed> {
  const result: Resealed = { done: 0, failed: [] };
  for (;;) {
    const now = await prisma.$transaction((tx) => resealBatch(tx, keys, result.failed), { timeout: 60_000 });
    result.done += now;
    const others = await prisma.token.count({ where: { linkKeyId: { not: keys.currentKeyId } } });
    const left = others - result.failed.length;
    if (left <= 0) return result;
    if (now > 0) progress(result.done, left);
    else await delay(200); // the rest is held by others for now
  }
}

async function resealBatch(tx: Tx, keys: KeyRing, failed: string[]): Promise<number> {
  const rows = await tx.$queryRawUnsafe<SealedLink[]>(
    `SELECT id, link_key_id AS "keyId", link_sealed AS bytes FROM tokens
     WHERE link_key_id <> $1 AND id <> ALL($2::uuid[]) LIMIT $3 FOR UPDATE SKIP LOCKED`,
    keys.currentKeyId,
    failed,
    BATCH,
  );
  const failedBefore = failed.length;
  for (const { id, ...sealed } of rows) {
    const fresh = reseal(keys, sealed, id);
    if (!fresh) failed.push(id);
    else
      await tx.$executeRawUnsafe(
        'UPDATE tokens SET link_key_id = $2, link_sealed = $3 WHERE id = $1::uuid',
        id,
        fresh.keyId,
        fresh.bytes,
      );
  }
  return rows.length - (failed.length - failedBefore);
}

function reseal(keys: KeyRing, sealed: Sealed, id: string): Sealed | undefined {
  try {
    return keys.seal(keys.open(sealed, id), id);
  } catch (error) {
    if (error instanceof CannotOpen) return undefined;
    throw error;
  }
}
