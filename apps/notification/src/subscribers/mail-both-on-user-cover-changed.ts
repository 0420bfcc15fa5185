import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/**
 * Emails the colleague who was chosen to stand in, and the user whose links and documents the colleague can open:
 * someone else may have set the absence in a session left open.
 */
@Controller()
export class MailBothOnUserCoverChanged {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('user.cover_changed')
  async handle(
    @Payload() event: EventEnvelope<'user.cover_changed'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    // A later version means that the absence was ended early, which the pages show.
    if (event.aggregateVersion !== 1) return;
    const { userId, coverId } = event.data;
    await this.queueMail.execute(context, event, 'standing_in', { userId: coverId });
    await this.queueMail.execute(context, event, 'absence_set', { userId });
  }
}
