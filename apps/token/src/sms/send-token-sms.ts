import { Inject, Injectable } from '@nestjs/common';
import type { AuditSubject } from '@caredrop/contracts';
import type { SendSmsResponse } from '@caredrop/contracts/internal';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  toAuditOutcome,
  InternalClient,
  recordAuditEvent,
  requestContext,
  type AuditEvent,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Prisma, SmsSend, Token } from '../generated/prisma/client.js';
import { requireOffered } from '../offered-languages/offered.js';
import { TokenMetrics } from '../metrics.js';
import { planAfterSend } from '../reminder-plan/plan-after-send.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { cancelSchedule } from '../send-schedule/open-schedules.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { toE164 } from '../tokens/phone-number.js';
import { statusOf } from '../tokens/token.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { deliveryIdFor } from './delivery-id.js';
import { emitSmsChanged } from './emit-sms-changed.js';
import { linkText } from './link-texts.js';
import { postSms } from './post-sms.js';
import { setLanguage } from './set-language.js';
import { recordTextSent } from './record-text-sent.js';
import { isToBeShown, openingAfter } from './shown-text.js';
import { smsRejection } from './sms-rejection.js';
import { takeLinkOut } from './sms-text.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';

export interface SmsRequest {
  phoneNumber: string;
  customMessage: string | null;
  reminders?: boolean | undefined;
  /** Null keeps the link's language. */
  language: string | null;
  /** Idempotency key: a repeated request sends no second text. */
  key?: string | null;
}

interface Acceptance {
  /** Who sends it, if not the caller of the request. */
  actor?: AuditEvent['actor'];
  /** Further subjects of the audit entry, in addition to the delivery. */
  related?: AuditSubject[];
  /** Runs first in the transaction; returns false if the acceptance is already stored. */
  first?: (tx: Tx) => Promise<boolean>;
}

@Injectable()
export class SendTokenSms {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(InternalClient) private readonly client: InternalClient,
    private readonly presenter: TokenPresenter,
    private readonly metrics: TokenMetrics,
    private readonly templates: TemplateVersions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Texts the link and waits for the provider's acceptance. A scheduled text is cancelled first, so that the patient
   * gets only one. When the provider rejects the text at once, the reason is thrown and the text status of the link
   * stays the same, but the link keeps the language chosen with the text. Throws 400 (number, language), 409 (not
   * active, or the scheduled text is being sent), 429 (limit), 502 (rejected by the provider).
   */
  execute(token: Token, sender: Principal, request: SmsRequest): Promise<Token> {
    return this.recorded(token, async () => {
      const to = toE164(request.phoneNumber, this.config.SMS_COUNTRIES);
      if (!to) throw appError('phone_invalid');
      const deliveryId = deliveryIdFor('sms', token.id, to, request.key ?? null);
      const before = await this.prisma.smsSend.findUnique({ where: { deliveryId } });
      if (before?.accepted) {
        await recordView(this.work.emit, token);
        return token;
      }
      const chosen = requireOffered(request.language, this.config.LANGUAGES);
      if (statusOf(token, new Date()) !== 'active') throw appError('sms_token_not_active');
      const wantsReminders = request.reminders ?? false;
      const { id: tokenId } = token;
      const data = { deliveryId, tokenId, senderId: sender.userId, phoneNumber: to, wantsReminders };
      // A repeated or simultaneous request with the same key uses the row that the first one wrote.
      const changed = await this.work.run(async (tx, emit) => {
        await lockToken(tx, token.id);
        await cancelSchedule(tx, emit, { tokenId: token.id, channel: 'sms' });
        await tx.smsSend.createMany({ data, skipDuplicates: true });
        return setLanguage(tx, emit, token.id, chosen);
      });
      const language = chosen ?? token.language;
      if (changed && language !== null) this.metrics.languages.inc({ language, by: 'clinician' });
      const row = await this.prisma.smsSend.findUniqueOrThrow({ where: { deliveryId } });
      return this.send({ ...token, language }, sender.userId, row, request.customMessage);
    });
  }

  /**
   * Sends the default text for an existing row. Repeating it sends no second text. `senderId`: the user whose daily
   * limit applies.
   */
  deliver(token: Token, senderId: string, sms: SmsSend): Promise<Token> {
    return this.recorded(token, () => this.send(token, senderId, sms, null));
  }

  private async recorded(token: Token, work: () => Promise<Token>): Promise<Token> {
    try {
      return await work();
    } catch (error) {
      const subject = auditSubject.token(token.id);
      const event = { action: 'token.send_sms', ...toAuditOutcome(error), subject } as const;
      await recordAuditEvent(this.work.emit, event);
      throw error;
    }
  }

  private async send(
    token: Token,
    senderId: string,
    sms: SmsSend,
    customMessage: string | null,
  ): Promise<Token> {
    const response = await this.handOver(token, senderId, sms, customMessage);
    if (response.outcome !== 'accepted') throw smsRejection(response);
    return this.accepted(token, sms, response.status);
  }

  /** Hands a text over to the notification service, which sends it at most once; stores nothing. */
  async handOver(
    token: Token,
    senderId: string,
    { deliveryId, phoneNumber: to }: SmsSend,
    custom: string | null = null,
  ): Promise<SendSmsResponse> {
    const value = this.presenter.linkValue(token);
    const origin = requestContext.current()?.publicOrigin ?? null;
    const usual = linkText('sms', token, this.config, await this.templates.textsOf(token));
    const { template, link } = takeLinkOut(usual, custom, value, this.config.PUBLIC_URL, origin);
    const body = { deliveryId, tokenId: token.id, senderId, to, body: template, link };
    return postSms(this.client, body);
  }

  /**
   * Stores that the provider has accepted a text. A callback may arrive before the response: its status for this
   * delivery is kept. The acceptance may become known late, or again: the link keeps showing a later text and its plan
   * of reminders.
   */
  async accepted(
    texted: Token,
    { deliveryId }: SmsSend,
    status: string,
    { actor, related = [], first }: Acceptance = {},
  ): Promise<Token> {
    const { id: tokenId } = texted;
    return this.work.run(async (tx, emit) => {
      await lockToken(tx, tokenId);
      if (first && !(await first(tx))) return texted;
      const before = await tx.smsSend.findUniqueOrThrow({ where: { deliveryId } });
      await tx.smsSend.update({ where: { deliveryId }, data: { accepted: true } });
      const token = await tx.token.update({
        where: { id: tokenId },
        data: { ...(await this.shownOf(tx, emit, before, status)), version: { increment: 1 } },
      });
      await emitSmsChanged(emit, token, token.version);
      // A text whose sender is stored is audited with its first proof of acceptance.
      if (before.accepted && before.senderId !== null) return token;
      await recordTextSent(emit, 'token.send_sms', before, { actor, related });
      return token;
    });
  }

  /** The columns of a link that an accepted text changes; none when a later text is shown. */
  private async shownOf(
    tx: Tx,
    emit: Emit,
    send: SmsSend,
    status: string,
  ): Promise<Prisma.TokenUncheckedUpdateInput> {
    const before = await tx.token.findUniqueOrThrow({ where: { id: send.tokenId } });
    if (!(await isToBeShown(tx, send, before))) return {};
    return {
      hasSms: true,
      smsStatus: send.status ?? status,
      smsErrorCode: send.errorCode,
      smsPhoneNumber: send.phoneNumber,
      smsDeliveryId: send.deliveryId,
      ...(!send.accepted && {
        // A patient who asked for a new link now has it.
        renewalAskedAt: null,
        openedAt: openingAfter(send, before),
        ...(await planAfterSend(tx, emit, send, rulesOf(this.config))),
      }),
    };
  }
}
