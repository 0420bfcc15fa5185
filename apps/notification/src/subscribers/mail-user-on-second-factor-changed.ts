import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { Purpose } from '../mail/purpose.js';
import { QueueMail } from '../mail/queue-mail.js';

type Changed = EventEnvelope<'second_factor.changed'>;

const purposes: Record<Changed['data']['change'], Purpose> = {
  on: 'second_factor_on',
  off: 'second_factor_off',
  reset: 'second_factor_reset',
  recovery_used: 'recovery_code_used',
};

/** Notifies the account's owner of every change, so that a change by someone else is noticed. */
@Controller()
export class MailUserOnSecondFactorChanged {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('second_factor.changed')
  async handle(@Payload() event: Changed, @Ctx() context: EventContext<Tx>): Promise<void> {
    const { userId, change, replaced } = event.data;
    const purpose = replaced ? 'second_factor_replaced' : purposes[change];
    await this.queueMail.execute(context, event, purpose, { userId });
  }
}
