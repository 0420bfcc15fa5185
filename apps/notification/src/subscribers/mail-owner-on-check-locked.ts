import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** A link was locked after too many wrong dates of birth: asks the clinician to unlock or replace it. */
@Controller()
export class MailOwnerOnCheckLocked {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('token.check_locked')
  async handle(
    @Payload() event: EventEnvelope<'token.check_locked'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { ownerId: userId, tokenId, teamId = null } = event.data;
    await this.queueMail.execute(context, event, 'check_locked', { userId, tokenId, teamId });
  }
}
