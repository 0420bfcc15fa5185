import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

@Controller()
export class MailLinkOnPasswordResetRequested {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('password_reset.requested')
  async handle(
    @Payload() event: EventEnvelope<'password_reset.requested'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { userId, tooManyFailures } = event.data;
    const purpose = tooManyFailures ? 'password_link_needed' : 'password_reset';
    await this.queueMail.execute(context, event, purpose, { userId });
  }
}
