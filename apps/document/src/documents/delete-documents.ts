import { UnitOfWork, type Emit } from '@caredrop/messaging';
import {
  auditSubject,
  isUuid,
  ownersOf,
  recordAuditEvent,
  type AuditEvent,
  type Principal,
  type Worker,
} from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { requestPurge } from '../storage/purges.js';
import { aboutDocument, belongingColumns, type BelongingDocument } from './about-document.js';
import { documentNotFound } from './documents.errors.js';

interface Deleted extends BelongingDocument {
  storageKey: string;
  version: number;
}

/** Deletes documents permanently: the row, which holds the only copy of the data key, and the object. */
@Injectable()
export class DeleteDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly purges: PurgeWorker,
  ) {}

  /**
   * Returns the number deleted. Throws 404, with nothing deleted, unless all of them exist and `actor` may work
   * on each.
   */
  async execute(
    ids: string[],
    actor: Principal,
    action: 'document.delete' | 'document.delete_bulk',
  ): Promise<number> {
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
        await recordAuditEvent(emit, { action, ...whichOf(deleted) });
      },
      { maxWait: 5_000, timeout: 30_000 },
    );
    this.purges.wake();
    return wanted.length;
  }
}

/** One document becomes the entry's subject; several are listed as related. */
function whichOf(deleted: Deleted[]): Pick<AuditEvent, 'subject' | 'related'> {
  const [first] = deleted;
  if (deleted.length === 1 && first)
    return { subject: auditSubject.document(first.id), related: [auditSubject.token(first.tokenId)] };
  return { related: deleted.map(({ id }) => auditSubject.document(id)) };
}

/** Deletes existing documents of any owner, for an operator's command. Returns their ids. */
export async function deleteAnyRows(tx: Tx, emit: Emit, ids: string[]): Promise<string[]> {
  const deleted = await deleteRows(tx, ids, { userId: NOBODY, role: 'admin', teams: [], covers: [] });
  await requestPurge(
    tx,
    deleted.map(({ storageKey }) => storageKey),
  );
  for (const row of deleted) await tell(emit, row);
  return deleted.map(({ id }) => id);
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Applies the same condition as `mayWorkOn`. */
function deleteRows(tx: Tx, ids: string[], worker: Worker): Promise<Deleted[]> {
  return tx.$queryRawUnsafe<Deleted[]>(
    `DELETE FROM documents WHERE id = ANY($1::uuid[]) AND state <> 'rejected'
       AND ($2 OR owner_id = ANY($3::uuid[]) OR team_id = ANY($4::uuid[]))
     RETURNING ${belongingColumns}, storage_key AS "storageKey", version`,
    ids,
    worker.role === 'admin',
    ownersOf(worker),
    worker.teams,
  );
}

async function tell(emit: Emit, deleted: Deleted): Promise<void> {
  await emit({
    type: 'document.deleted',
    aggregateId: deleted.id,
    aggregateVersion: deleted.version + 1,
    data: aboutDocument(deleted),
  });
}
