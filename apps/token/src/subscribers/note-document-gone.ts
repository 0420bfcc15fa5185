import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

type Gone = 'document.deleted' | 'document.rejected';

/** Updates the link when its document is deleted or found to be malware. */
@Controller()
export class NoteDocumentGone {
  @EventPattern<EventType>('document.deleted')
  deleted(
    @Payload() event: EventEnvelope<'document.deleted'>,
    @Ctx() { tx }: EventContext<Tx>,
  ): Promise<void> {
    return note(tx, event, 'deleted');
  }

  @EventPattern<EventType>('document.rejected')
  rejected(
    @Payload() event: EventEnvelope<'document.rejected'>,
    @Ctx() { tx }: EventContext<Tx>,
  ): Promise<void> {
    return note(tx, event, 'rejected');
  }
}

/**
 * Order is not guaranteed: an older version changes nothing, and an event that arrives before the upload's is
 * kept.
 */
async function note(tx: Tx, event: EventEnvelope<Gone>, state: 'deleted' | 'rejected'): Promise<void> {
  await tx.$executeRaw`
    UPDATE "tokens" SET "document_state" = ${state}, "document_version" = ${event.aggregateVersion}, "version" = "version" + 1
    WHERE "id" = ${event.data.tokenId}::uuid AND "document_version" < ${event.aggregateVersion}
      AND ("document_id" IS NULL OR "document_id" = ${event.data.documentId}::uuid)`;
}
