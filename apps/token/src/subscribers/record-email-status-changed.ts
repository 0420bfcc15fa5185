import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { aboutToken } from '../belonging/about-token.js';
import { lockToken } from '../tokens/lock-token.js';

@Controller()
export class RecordEmailStatusChanged {
  /** Keeps the newest status of each email; the link shows the status of the last one. */
  @EventPattern<EventType>('email.status_changed')
  async handle(
    @Payload() event: EventEnvelope<'email.status_changed'>,
    @Ctx() { tx, emit }: EventContext<Tx>,
  ): Promise<void> {
    const { tokenId, deliveryId, status, errorCode } = event.data;
    await lockToken(tx, tokenId);
    const { count } = await tx.linkEmail.updateMany({
      where: { deliveryId, tokenId, statusVersion: { lt: event.aggregateVersion } },
      data: { status, errorCode, statusVersion: event.aggregateVersion },
    });
    if (count === 0) return;
    const [token] = await tx.token.updateManyAndReturn({
      where: { id: tokenId, emailDeliveryId: deliveryId },
      data: { emailStatus: status, emailErrorCode: errorCode, version: { increment: 1 } },
    });
    if (!token) return;
    const { version: aggregateVersion } = token;
    const data = aboutToken(token);
    await emit({ type: 'token.email_changed', aggregateId: tokenId, aggregateVersion, data });
  }
}
