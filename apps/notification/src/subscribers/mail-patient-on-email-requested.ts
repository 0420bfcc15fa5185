import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/**
 * Queues an email or a reminder with an upload link. When users take turns, it counts as an email about the link's
 * owner.
 */
@Controller()
export class MailPatientOnEmailRequested {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('token.email_requested')
  async handle(
    @Payload() event: EventEnvelope<'token.email_requested'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { ownerId: userId, tokenId, deliveryId: id } = event.data;
    await this.queueMail.execute(context, event, 'upload_link', { id, userId, tokenId });
  }
}
