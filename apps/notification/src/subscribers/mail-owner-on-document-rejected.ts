import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** Malware was found after the upload: asks the clinician to send a new link. */
@Controller()
export class MailOwnerOnDocumentRejected {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('document.rejected')
  async handle(
    @Payload() event: EventEnvelope<'document.rejected'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { ownerId: userId, documentId, tokenId, teamId = null } = event.data;
    await this.queueMail.execute(context, event, 'document_rejected', {
      userId,
      documentId,
      tokenId,
      teamId,
    });
  }
}
