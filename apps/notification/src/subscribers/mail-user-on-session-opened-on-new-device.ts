import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

@Controller()
export class MailUserOnSessionOpenedOnNewDevice {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('session.opened_on_new_device')
  async handle(
    @Payload() event: EventEnvelope<'session.opened_on_new_device'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { userId, sessionId } = event.data;
    await this.queueMail.execute(context, event, 'new_device', { userId, sessionId });
  }
}
