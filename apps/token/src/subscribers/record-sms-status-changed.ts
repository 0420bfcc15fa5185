import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

@Controller()
export class RecordSmsStatusChanged {
  /**
   * Keeps the newest status of each text; the token shows that of its latest accepted one. A status also
   * proves that the provider has accepted a text whose response never reached us.
   */
  @EventPattern<EventType>('sms.status_changed')
  async handle(
    @Payload() event: EventEnvelope<'sms.status_changed'>,
    @Ctx() { tx, emit }: EventContext<Tx>,
  ): Promise<void> {
    const { tokenId, deliveryId, status, errorCode } = event.data;
    await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${tokenId}::uuid FOR UPDATE`;
    const { count } = await tx.smsSend.updateMany({
      where: { deliveryId, tokenId, statusVersion: { lt: event.aggregateVersion } },
      data: { status, errorCode, statusVersion: event.aggregateVersion, accepted: true },
    });
    if (count === 0) return;
    const latest = await latestAccepted(tx, tokenId);
    if (latest?.deliveryId !== deliveryId) return;
    const shown = {
      hasSms: true,
      smsStatus: status,
      smsErrorCode: errorCode,
      // Empty when the link has ended since.
      smsPhoneNumber: latest.phoneNumber || null,
      smsDeliveryId: deliveryId,
    };
    const token = await tx.token.update({
      where: { id: tokenId },
      data: { ...shown, version: { increment: 1 } },
    });
    const data = { tokenId, ownerId: token.ownerId };
    await emit({ type: 'token.sms_changed', aggregateId: tokenId, aggregateVersion: token.version, data });
  }
}

const latestAccepted = (tx: Tx, tokenId: string) =>
  tx.smsSend.findFirst({ where: { tokenId, accepted: true }, orderBy: [{ createdAt: 'desc' }] });
