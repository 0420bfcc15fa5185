import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Logger } from '@caredrop/service-kit';
import { markUsed } from '../claims/mark-used.js';
import type { Tx } from '../database/prisma.service.js';
import { LOGGER } from '../logger.js';

@Controller()
export class MarkUsedOnUploadCompleted {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** The guarantee behind the document service's best-effort call (design §4.7). */
  @EventPattern<EventType>('upload.completed')
  async handle(
    @Payload() event: EventEnvelope<'upload.completed'>,
    @Ctx() { tx, emit }: EventContext<Tx>,
  ): Promise<void> {
    const { tokenId, ...upload } = event.data;
    if (await markUsed(tx, emit, upload, tokenId)) return;
    const [token] = await tx.$queryRaw<{ status: string; documentId: string | null }[]>`
      SELECT "status", "document_id" AS "documentId" FROM "tokens" WHERE "id" = ${tokenId}::uuid`;
    if (token?.status === 'used' && token.documentId === upload.documentId) return;
    // A document that its link does not know of: after a restore of one database. `reconcile` repairs it.
    this.logger.error(
      { tokenId, documentId: upload.documentId, status: token?.status },
      'a document was received for a link that is not open',
    );
  }
}
