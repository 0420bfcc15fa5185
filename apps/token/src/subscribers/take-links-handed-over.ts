import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

/** Greater than every id: all links made by the time of the event are still to be considered. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Notes that a disabled user's links are to be handed over; a job moves them in batches. */
@Controller()
export class TakeLinksHandedOver {
  @EventPattern<EventType>('user.links_handed_over')
  async handle(
    @Payload() { id, occurredAt, data }: EventEnvelope<'user.links_handed_over'>,
    @Ctx() { tx }: EventContext<Tx>,
  ): Promise<void> {
    const askedAt = new Date(occurredAt);
    const row = { eventId: id, ...data, askedAt, reachedAt: askedAt, reachedId: LAST_ID };
    await tx.linkHandOver.createMany({ data: row, skipDuplicates: true });
  }
}
