import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

/** Stores when a link's document was first reviewed, for the statistics (docs/adr/0047). */
@Controller()
export class NoteDocumentReviewed {
  /**
   * Order is not guaranteed: an older version changes nothing. An event without `reviewedAt` comes from the previous
   * version and is ignored; `reconcile` fills the gap. Filing a reviewed document keeps the time of the first review.
   */
  @EventPattern<EventType>('document.review_changed')
  async handle(
    @Payload() { data, aggregateVersion }: EventEnvelope<'document.review_changed'>,
    @Ctx() { tx }: EventContext<Tx>,
  ): Promise<void> {
    const { tokenId, documentId, reviewedAt } = data;
    if (reviewedAt === undefined) return;
    await tx.$executeRaw`
      UPDATE "tokens" SET "review_version" = ${aggregateVersion},
        "reviewed_at" = CASE WHEN ${reviewedAt}::timestamptz IS NULL THEN NULL
          ELSE LEAST("reviewed_at", ${reviewedAt}::timestamptz) END
      WHERE "id" = ${tokenId}::uuid AND "review_version" < ${aggregateVersion}
        AND ("document_id" IS NULL OR "document_id" = ${documentId}::uuid)`;
  }
}
