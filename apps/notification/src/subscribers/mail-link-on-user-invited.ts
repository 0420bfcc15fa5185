import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

@Controller()
export class MailLinkOnUserInvited {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('user.invited')
  async handle(
    @Payload() event: EventEnvelope<'user.invited'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    await this.queueMail.execute(context, event, 'invitation', { userId: event.data.userId });
  }
}
