import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sendSmsAnswer, type SendSmsAnswer } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  AppError,
  toAuditOutcome,
  InternalClient,
  recordAuditEvent,
  requestContext,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { statusOf } from '../tokens/token.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { toE164 } from './phone-number.js';
import { takeLinkOut } from './sms-text.js';

interface SmsRequest {
  phoneNumber: string;
  customMessage: string | null;
}

/** Providers can be slow; this is how long a user waits for acceptance. */
const PROVIDER_TIMEOUT_MS = 20_000;

@Injectable()
export class SendTokenSms {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(InternalClient) private readonly client: InternalClient,
    private readonly presenter: TokenPresenter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Texts the link and waits for the provider's acceptance. When it is rejected at once, the token is
   * unchanged and the reason is thrown. Throws 400 (number), 409 (not active), 429 (limit), 502 (rejected by
   * the provider).
   */
  async execute(token: Token, sender: Principal, request: SmsRequest): Promise<Token> {
    try {
      return await this.send(token, sender, request);
    } catch (error) {
      const subject = auditSubject.token(token.id);
      const event = { action: 'token.send_sms', ...toAuditOutcome(error), subject } as const;
      await recordAuditEvent(this.work.emit, event);
      throw error;
    }
  }

  private async send(
    token: Token,
    sender: Principal,
    { phoneNumber, customMessage }: SmsRequest,
  ): Promise<Token> {
    const to = toE164(phoneNumber, this.config.SMS_COUNTRIES);
    if (!to) throw appError('phone_invalid');
    if (statusOf(token, new Date()) !== 'active') throw appError('sms_token_not_active');
    const deliveryId = randomUUID();
    await this.prisma.smsSend.create({ data: { deliveryId, tokenId: token.id, phoneNumber: to } });
    const answer = await this.ask(token, sender, deliveryId, to, customMessage);
    if (answer.outcome !== 'accepted') throw refusal(answer);
    return this.store(token.id, deliveryId, to, answer.status);
  }

  private ask(
    token: Token,
    sender: Principal,
    deliveryId: string,
    to: string,
    custom: string | null,
  ): Promise<SendSmsAnswer> {
    const value = this.presenter.linkValue(token);
    const origin = requestContext.current()?.publicOrigin ?? null;
    const { template, link } = takeLinkOut(custom, value, this.config.PUBLIC_URL, origin);
    const body = { deliveryId, tokenId: token.id, senderId: sender.userId, to, body: template, link };
    return this.client.post('notification', '/internal/sms', body, sendSmsAnswer, {
      timeoutMs: PROVIDER_TIMEOUT_MS,
    });
  }

  /** A callback may arrive before the response: its status for this delivery is kept. */
  private store(tokenId: string, deliveryId: string, to: string, status: string): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${tokenId}::uuid FOR UPDATE`;
      const send = await tx.smsSend.update({ where: { deliveryId }, data: { accepted: true } });
      const token = await tx.token.update({
        where: { id: tokenId },
        data: {
          hasSms: true,
          smsStatus: send.status ?? status,
          smsErrorCode: send.errorCode,
          smsPhoneNumber: to,
          smsDeliveryId: deliveryId,
          version: { increment: 1 },
        },
      });
      const data = { tokenId, ownerId: token.ownerId };
      await emit({ type: 'token.sms_changed', aggregateId: tokenId, aggregateVersion: token.version, data });
      const related = [auditSubject.delivery(deliveryId)];
      await recordAuditEvent(emit, {
        action: 'token.send_sms',
        subject: auditSubject.token(tokenId),
        related,
      });
      return token;
    });
  }
}

function refusal(answer: Exclude<SendSmsAnswer, { outcome: 'accepted' }>): AppError {
  if (answer.outcome === 'refused')
    return appError('sms_refused', { params: { reason: answer.code ?? null } });
  const code = answer.limit === 'clinician' ? 'sms_clinician_limit' : 'sms_number_limit';
  return appError(code, { retryAfter: answer.retryAfterSeconds });
}
