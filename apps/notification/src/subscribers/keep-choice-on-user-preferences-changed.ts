import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { EventContext } from '@caredrop/messaging';
import { KeepReader } from '../collected-mail/keep-reader.js';
import type { Tx } from '../database/prisma.service.js';

@Controller()
export class KeepChoiceOnUserPreferencesChanged {
  constructor(private readonly keepReader: KeepReader) {}

  @EventPattern<string>('user.preferences_changed')
  async handle(
    @Payload() { data, aggregateVersion }: EventEnvelope<'user.preferences_changed'>,
    @Ctx() { tx }: EventContext<Tx>,
  ): Promise<void> {
    await this.keepReader.choice(tx, data.userId, data.documentMail, aggregateVersion);
  }
}
