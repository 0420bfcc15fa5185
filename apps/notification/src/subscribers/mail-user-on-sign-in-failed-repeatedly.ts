import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** Warns the owner of an account that its password is being guessed. */
@Controller()
export class MailUserOnSignInFailedRepeatedly {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('sign_in.failed_repeatedly')
  async handle(
    @Payload() event: EventEnvelope<'sign_in.failed_repeatedly'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    await this.queueMail.execute(context, event, 'sign_in_failures', { userId: event.data.userId });
  }
}
