import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { KeepReader } from '../collected-mail/keep-reader.js';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** Emails the user's own address, because they cannot sign in to find out. The admin's reason is not included. */
@Controller()
export class MailUserOnUserDisabled {
  constructor(
    private readonly queueMail: QueueMail,
    private readonly keepReader: KeepReader,
  ) {}

  @EventPattern<string>('user.disabled')
  async handle(
    @Payload() event: EventEnvelope<'user.disabled'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { userId } = event.data;
    await this.keepReader.disabled(context.tx, userId, true, event.aggregateVersion);
    await this.queueMail.execute(context, event, 'account_disabled', { userId });
  }
}
