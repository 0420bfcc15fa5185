import { Inject, Injectable } from '@nestjs/common';
import { GIVEN_UP } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { isTooOld } from './back-off.js';
import type { MailFailure } from './mail-failure.js';
import type { TakenDelivery } from './take-turns.js';

const statuses = { sent: 'sent', cancelled: 'cancelled', refused: 'failed', failed: 'failed' } as const;

/** Ends the delivery of an email to a patient and publishes its outcome, in one transaction. */
@Injectable()
export class SettlePatientEmail {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MAIL_GIVE_UP_HOURS'>,
  ) {}

  /**
   * Only the first of several calls has an effect.
   *
   * @param errorCode the mail server's reply code, or one of ours
   */
  async execute(
    { id, tokenId }: TakenDelivery,
    state: keyof typeof statuses,
    errorCode: string | null,
  ): Promise<void> {
    if (tokenId === null) throw new Error('The delivery has no token');
    await this.work.run(async (tx, emit) => {
      const settled = await tx.$executeRaw`
        UPDATE mail_deliveries SET state = ${state}, settled_at = now(), last_error = ${errorCode}
        WHERE id = ${id}::uuid AND state = 'pending'`;
      if (settled === 0) return;
      const data = { tokenId, deliveryId: id, status: statuses[state], errorCode };
      await emit({ type: 'email.status_changed', aggregateId: id, aggregateVersion: 1, data });
    });
  }

  /**
   * Unlike an email to staff, ends at once when the mail server refused its address: the clinician can correct the
   * address. Also ends when it is too old. Returns null when it is to be retried.
   */
  async failed(
    delivery: TakenDelivery,
    { code, addressRejected }: MailFailure,
  ): Promise<'refused' | 'failed' | null> {
    const reply = addressRejected ? /^smtp:(.+)$/.exec(code)?.[1] : undefined;
    if (!reply && !isTooOld(delivery.createdAt, this.config.MAIL_GIVE_UP_HOURS)) return null;
    const state = reply ? 'refused' : 'failed';
    await this.execute(delivery, state, reply ?? GIVEN_UP);
    return state;
  }
}
