import type { SnoozeBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { aboutDocument, belongingColumns, type BelongingDocument } from '../documents/about-document.js';
import { documentNotFound } from '../documents/documents.errors.js';

type Locked = BelongingDocument & { version: number };

/**
 * Hides a document from a person's own list until a given time, or shows it again. Also removes the person's
 * expired snoozes.
 */
@Injectable()
export class SnoozeDocument {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Throws 404 when the document has been deleted in the meantime. */
  execute(id: string, { reason, until }: SnoozeBody, { userId }: Principal): Promise<void> {
    return this.unitOfWork.run(async (tx, emit) => {
      // Waits for a deletion in progress: the snooze needs an existing document to refer to.
      const [document] = await tx.$queryRaw<Locked[]>`
        SELECT ${Prisma.raw(belongingColumns)}, version FROM documents WHERE id = ${id}::uuid FOR KEY SHARE`;
      if (!document) throw documentNotFound();
      await tx.$executeRaw`DELETE FROM document_snoozes WHERE user_id = ${userId}::uuid AND until <= now()`;
      if (until === null) await tx.documentSnooze.deleteMany({ where: { documentId: id, userId } });
      else
        await tx.$executeRaw`
          INSERT INTO document_snoozes (document_id, user_id, until)
          VALUES (${id}::uuid, ${userId}::uuid, ${new Date(until)}::timestamptz)
          ON CONFLICT (document_id, user_id) DO UPDATE SET until = excluded.until`;
      const { tokenId, version } = document;
      await emit({
        type: 'document.snoozed',
        aggregateId: id,
        aggregateVersion: version,
        data: aboutDocument(document),
      });
      await recordAuditEvent(emit, {
        action: 'document.snooze',
        subject: auditSubject.document(id),
        related: [auditSubject.token(tokenId)],
        codes: [until === null ? 'ended' : reason],
      });
    });
  }
}
