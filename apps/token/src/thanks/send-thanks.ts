import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IN_DOUBT, type ThanksSentence } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import {
  appError,
  AppError,
  auditSubject,
  InternalClient,
  recordAuditEvent,
  toAuditOutcome,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { SmsSend, Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { postSms } from '../sms/post-sms.js';
import { recordTextSent } from '../sms/record-text-sent.js';
import { smsRejection } from '../sms/sms-rejection.js';
import { ThanksQueries } from './thanks-queries.js';
import { thanksNumber, thanksRejection, thanksText } from './thanks-rules.js';
import { lockToken } from '../tokens/lock-token.js';

@Injectable()
export class SendThanks {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(InternalClient) private readonly client: InternalClient,
    private readonly queries: ThanksQueries,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'THANKS' | 'LANGUAGES'>,
  ) {}

  /**
   * Thanks the patient by text for the link's document, at most once however often it is called. After a lost
   * response the same sentence can be tried again. `senderId`: the user whose daily text limit applies. Throws 404 if
   * thanks are off, 409, 429 (limit), and 502 (rejected by the provider).
   */
  async execute(token: Token, senderId: string, sentence: ThanksSentence): Promise<Token> {
    if (this.config.THANKS === 'off') throw appError('not_found');
    const subject = auditSubject.token(token.id);
    try {
      const rejection = thanksRejection(token, new Date());
      if (rejection) throw new AppError(rejection);
      if (!(await this.queries.isOpenable(token))) throw appError('thanks_no_document');
      const text = thanksText(token, sentence, this.config.LANGUAGES);
      const sms = await this.prepare(token.id, senderId, sentence);
      const thanked = await this.send(sms, senderId, text);
      this.metrics.thanks.inc({ outcome: 'sent' });
      return thanked;
    } catch (error) {
      const outcome = toAuditOutcome(error);
      this.metrics.thanks.inc({ outcome: error instanceof AppError ? error.code : 'error' });
      await recordAuditEvent(this.work.emit, { action: 'token.send_thanks', ...outcome, subject });
      throw error;
    }
  }

  /** Writes the delivery and commits it before anything is sent. Reuses an earlier one without a confirmed outcome. */
  private prepare(tokenId: string, senderId: string, sentence: ThanksSentence): Promise<SmsSend> {
    return this.work.run(async (tx) => {
      await lockToken(tx, tokenId);
      const token = await tx.token.findUniqueOrThrow({ where: { id: tokenId } });
      const now = new Date();
      const rejection = thanksRejection(token, now);
      const phoneNumber = thanksNumber(token, now);
      if (rejection || phoneNumber === null) throw new AppError(rejection ?? 'thanks_no_number');
      const open = await tx.smsSend.findFirst({ where: { tokenId, thanks: { not: null } } });
      if (open && open.thanks !== sentence) throw appError('thanks_unconfirmed');
      const data = { deliveryId: randomUUID(), tokenId, senderId, phoneNumber, thanks: sentence };
      return open ?? tx.smsSend.create({ data });
    });
  }

  private async send(sms: SmsSend, senderId: string, body: string): Promise<Token> {
    const { deliveryId, tokenId, phoneNumber: to } = sms;
    const response = await postSms(this.client, { deliveryId, tokenId, senderId, to, body, link: '' });
    if (response.outcome === 'accepted') return this.store(sms, response.status);
    const mayBeSent = response.outcome === 'refused' && response.code === IN_DOUBT;
    if (!mayBeSent) await this.forget(deliveryId);
    throw smsRejection(response);
  }

  /** A callback may arrive before the response: its status for this delivery is kept. */
  private store(sms: SmsSend, status: string): Promise<Token> {
    const { deliveryId, tokenId } = sms;
    return this.work.run(async (tx, emit) => {
      await lockToken(tx, tokenId);
      const before = await tx.token.findUniqueOrThrow({ where: { id: tokenId } });
      const kept = await tx.smsSend.findUnique({ where: { deliveryId } });
      const data = { accepted: true, status: kept?.status ?? status };
      // A simultaneous call that was refused may have removed the row.
      await tx.smsSend.upsert({ where: { deliveryId }, update: data, create: { ...sms, ...data } });
      if (before.thankedAt && kept?.accepted) return before;
      const token = await tx.token.update({
        where: { id: tokenId },
        data: { thankedAt: before.thankedAt ?? new Date(), version: { increment: 1 } },
      });
      await emitSmsChanged(emit, token, token.version);
      if (!kept?.accepted) await recordTextSent(emit, 'token.send_thanks', sms);
      return token;
    });
  }

  /** Deletes a delivery that was certainly not sent, so that another sentence can be tried. */
  private forget(deliveryId: string): Promise<unknown> {
    return this.work.run((tx) => tx.smsSend.deleteMany({ where: { deliveryId, accepted: false } }));
  }
}
