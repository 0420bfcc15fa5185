import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/**
 * Emails a new member of a team and every other administrator: someone else may have added the member in a session left
 * open, and membership has no end.
 */
@Controller()
export class MailMemberOnTeamChanged {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('team.changed')
  async handle(
    @Payload() event: EventEnvelope<'team.changed'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { userId, added } = event.data;
    if (!added || !userId) return;
    await this.queueMail.execute(context, event, 'team_joined', { userId });
    await this.queueMail.execute(context, event, 'team_member_added', { userId });
  }
}
