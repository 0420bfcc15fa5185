import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

@Controller()
export class MailOwnerOnDocumentReleased {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('document.released')
  async handle(
    @Payload() event: EventEnvelope<'document.released'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { ownerId: userId, documentId, tokenId } = event.data;
    await this.queueMail.execute(context, event, 'document_arrived', { userId, documentId, tokenId });
  }
}
