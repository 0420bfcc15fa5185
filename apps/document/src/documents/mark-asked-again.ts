import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { aboutDocument, belongingColumns, type BelongingDocument } from './about-document.js';

/** Marks the document of a used link as asked for again. Does nothing if the document was deleted. */
@Controller()
export class MarkAskedAgain {
  @EventPattern<EventType>('token.asked_again')
  async handle(
    @Payload() { data }: EventEnvelope<'token.asked_again'>,
    @Ctx() { tx, emit }: EventContext<Tx>,
  ): Promise<void> {
    const { documentId, tokenId, replacedBy, askedAt } = data;
    const [marked] = await tx.$queryRaw<(BelongingDocument & { version: number })[]>`
      UPDATE documents SET asked_again_at = ${new Date(askedAt)}, asked_again_by = ${replacedBy}::uuid,
        version = version + 1
      WHERE id = ${documentId}::uuid AND token_id = ${tokenId}::uuid
      RETURNING ${Prisma.raw(belongingColumns)}, version`;
    if (!marked) return;
    await emit({
      type: 'document.asked_again',
      aggregateId: documentId,
      aggregateVersion: marked.version,
      data: aboutDocument(marked),
    });
  }
}
