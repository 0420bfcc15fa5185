import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** A patient needs a new link: asks the clinician to send one. */
@Controller()
export class MailOwnerOnRenewalAsked {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('token.renewal_asked')
  async handle(
    @Payload() event: EventEnvelope<'token.renewal_asked'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { ownerId: userId, tokenId, teamId = null } = event.data;
    await this.queueMail.execute(context, event, 'renewal_asked', { userId, tokenId, teamId });
  }
}
