import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { KeepReader } from '../collected-mail/keep-reader.js';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

@Controller()
export class MailUserOnUserEnabled {
  constructor(
    private readonly queueMail: QueueMail,
    private readonly keepReader: KeepReader,
  ) {}

  @EventPattern<string>('user.enabled')
  async handle(
    @Payload() event: EventEnvelope<'user.enabled'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { userId, invited } = event.data;
    await this.keepReader.disabled(context.tx, userId, false, event.aggregateVersion);
    if (!invited) await this.queueMail.execute(context, event, 'account_enabled', { userId });
  }
}
