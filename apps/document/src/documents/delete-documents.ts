import { UnitOfWork, type Emit } from '@caredrop/messaging';
import type { Principal } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { requestPurge } from '../storage/purges.js';
import { isUuid } from './document.js';
import { documentNotFound } from './documents.errors.js';

interface Deleted {
  id: string;
  tokenId: string;
  ownerId: string;
  storageKey: string;
  version: number;
}

/** Deletes for good: the row, with it the only copy of the data key, and the object (design §5). */
@Injectable()
export class DeleteDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly purges: PurgeWorker,
  ) {}

  /** Answers how many. Throws 404, with nothing deleted, when `actor` may not see all of them. */
  async run(ids: string[], actor: Principal): Promise<number> {
    if (!ids.every(isUuid)) throw documentNotFound();
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    await this.unitOfWork.run(
      async (tx, emit) => {
        const deleted = await deleteRows(tx, wanted, actor);
        if (deleted.length !== wanted.length) throw documentNotFound();
        await requestPurge(
          tx,
          deleted.map(({ storageKey }) => storageKey),
        );
        for (const row of deleted) await tell(emit, row);
      },
      { maxWait: 5_000, timeout: 30_000 },
    );
    this.purges.wake();
    return wanted.length;
  }
}

function deleteRows(tx: Tx, ids: string[], { userId, role }: Principal): Promise<Deleted[]> {
  return tx.$queryRawUnsafe<Deleted[]>(
    `DELETE FROM documents WHERE id = ANY($1::uuid[]) AND state <> 'rejected' AND ($2 OR owner_id = $3::uuid)
     RETURNING id, token_id AS "tokenId", owner_id AS "ownerId", storage_key AS "storageKey", version`,
    ids,
    role === 'admin',
    userId,
  );
}

async function tell(emit: Emit, { id, tokenId, ownerId, version }: Deleted): Promise<void> {
  await emit({
    type: 'document.deleted',
    aggregateId: id,
    aggregateVersion: version + 1,
    data: { documentId: id, tokenId, ownerId },
  });
}
