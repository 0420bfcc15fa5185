import { Inject, Injectable } from '@nestjs/common';
import { LOST, OPTED_OUT } from '@caredrop/contracts';
import type { EventData } from '@caredrop/contracts/events';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { SmsDelivery } from '../generated/prisma/client.js';
import { isFinal, isNews, toSmsStatus } from './sms-status.js';
import { suppress } from './suppress.js';
import type { ProviderMessage, SendOutcome } from './text-provider.js';

/**
 * Applies a newly known status of a text to its row, from any source: the provider's response, a callback, the
 * reconciler. Locks the row and only moves its status forward. Acceptance, each later change of the status that the API
 * shows, and the loss of a text in doubt are emitted as `sms.status_changed`; a rejection or an unknown outcome is not.
 */
@Injectable()
export class ApplySmsOutcome {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stores the provider's response to our request. A callback may have been faster: its status is kept. */
  async sent(deliveryId: string, outcome: SendOutcome): Promise<void> {
    await this.work.run(async (tx, emit) => {
      const delivery = await lockDelivery(tx, deliveryId);
      if (!delivery) throw new Error('The delivery record of a text message no longer exists');
      if (outcome.kind === 'accepted') return this.advance(tx, emit, delivery, outcome.message);
      if (delivery.state !== 'sending') return;
      const inDoubt = outcome.kind === 'in_doubt';
      const data = inDoubt
        ? { state: 'unknown', errorCode: outcome.code, checkAt: new Date(), updatedAt: new Date() }
        : { state: 'refused', errorCode: outcome.code, updatedAt: new Date() };
      await tx.smsDelivery.update({ where: { id: delivery.id }, data });
      if (outcome.code === OPTED_OUT) await suppress(tx, emit, delivery.phoneNumber, OPTED_OUT);
    });
  }

  /** Stores a status of a message, which may arrive in any order. False when the delivery is unknown. */
  heard(deliveryId: string, message: ProviderMessage): Promise<boolean> {
    return this.work.run(async (tx, emit) => {
      const delivery = await lockDelivery(tx, deliveryId);
      if (!delivery) return false;
      await this.advance(tx, emit, delivery, message);
      return true;
    });
  }

  /**
   * Gives up a text in doubt of which the provider has no record. Later proof of its acceptance still counts. False when
   * its outcome has become known.
   */
  lost(deliveryId: string): Promise<boolean> {
    return this.work.run(async (tx, emit) => {
      const delivery = await lockDelivery(tx, deliveryId);
      if (delivery?.state !== 'unknown') return false;
      const version = delivery.version + 1;
      const data = { state: 'lost', version, checkAt: null, updatedAt: new Date() };
      await tx.smsDelivery.update({ where: { id: deliveryId }, data });
      await emitStatus(emit, delivery, version, { status: 'failed', errorCode: LOST });
      return true;
    });
  }

  private async advance(tx: Tx, emit: Emit, known: SmsDelivery, message: ProviderMessage): Promise<void> {
    const accepted = known.state === 'accepted';
    if (accepted && !isNews(known.providerStatus, message.status)) return;
    if (message.errorCode === OPTED_OUT) await suppress(tx, emit, known.phoneNumber, OPTED_OUT);
    const status = toSmsStatus(message.status);
    const changed = !accepted || status !== toSmsStatus(known.providerStatus ?? '');
    const version = known.version + (changed ? 1 : 0);
    const checkAt = isFinal(message.status) ? null : new Date(Date.now() + this.config.SMS_CHECK_AFTER_MS);
    await tx.smsDelivery.update({
      where: { id: known.id },
      data: {
        state: 'accepted',
        providerSid: message.sid,
        providerStatus: message.status,
        errorCode: message.errorCode,
        version,
        checkAt,
        updatedAt: new Date(),
      },
    });
    if (!changed) return;
    await emitStatus(emit, known, version, { status, errorCode: message.errorCode });
  }
}

const emitStatus = (
  emit: Emit,
  { id, tokenId }: SmsDelivery,
  version: number,
  changed: Pick<EventData<'sms.status_changed'>, 'status' | 'errorCode'>,
): Promise<unknown> =>
  emit({
    ...{ type: 'sms.status_changed', aggregateId: id, aggregateVersion: version },
    data: { tokenId, deliveryId: id, ...changed },
  });

async function lockDelivery(tx: Tx, id: string): Promise<SmsDelivery | null> {
  await tx.$queryRaw`SELECT 1 FROM sms_deliveries WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.smsDelivery.findUnique({ where: { id } });
}
