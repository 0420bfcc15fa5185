import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { QueueMail } from '../mail/queue-mail.js';

/** A patient cannot send the document: asks the clinician to read why. */
@Controller()
export class MailOwnerOnProblemReported {
  constructor(private readonly queueMail: QueueMail) {}

  @EventPattern<string>('token.problem_reported')
  async handle(
    @Payload() event: EventEnvelope<'token.problem_reported'>,
    @Ctx() context: EventContext<Tx>,
  ): Promise<void> {
    const { ownerId: userId, tokenId, teamId = null } = event.data;
    await this.queueMail.execute(context, event, 'problem_reported', { userId, tokenId, teamId });
  }
}
