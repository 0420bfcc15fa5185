import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** A document that is still being scanned is announced when it is released, not before. */
@Controller()
export class MailOwnerOnUploadCompleted {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('upload.completed')
  async handle(
    @Payload() event: EventEnvelope<'upload.completed'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    if (event.data.scan !== 'clean') return;
    const { ownerId: userId, documentId, tokenId } = event.data;
    await this.queueMail.execute(context, event, 'document_arrived', { userId, documentId, tokenId });
  }
}
