import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

@Controller()
export class RecordSmsStatusChanged {
  /** Keeps the newest status of each text; the token shows that of its latest accepted one. */
  @EventPattern<EventType>('sms.status_changed')
  async handle(
    @Payload() event: EventEnvelope<'sms.status_changed'>,
    @Ctx() { tx, emit }: EventContext<Tx>,
  ): Promise<void> {
    const { tokenId, deliveryId, status } = event.data;
    await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${tokenId}::uuid FOR UPDATE`;
    const newer = { deliveryId, tokenId, statusVersion: { lt: event.aggregateVersion } };
    const { count } = await tx.smsSend.updateMany({
      where: newer,
      data: { status, statusVersion: event.aggregateVersion },
    });
    if (count === 0) return;
    const [token] = await tx.token.updateManyAndReturn({
      where: { id: tokenId, smsDeliveryId: deliveryId },
      data: { smsStatus: status, version: { increment: 1 } },
    });
    if (!token) return;
    const data = { tokenId, ownerId: token.ownerId };
    await emit({ type: 'token.sms_changed', aggregateId: tokenId, aggregateVersion: token.version, data });
  }
}
