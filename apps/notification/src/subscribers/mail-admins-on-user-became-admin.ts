import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** Emails every other administrator, so that the role cannot be gained unnoticed. */
@Controller()
export class MailAdminsOnUserBecameAdmin {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('user.became_admin')
  async handle(
    @Payload() event: EventEnvelope<'user.became_admin'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    await this.queueMail.execute(context, event, 'admin_added', { userId: event.data.userId });
  }
}
