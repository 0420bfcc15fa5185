import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  recordAuditEvent,
  toAuditOutcome,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { queueEmail } from '../email-queue/queue-email.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { requireOffered } from '../offered-languages/offered.js';
import { cancelSchedule } from '../send-schedule/open-schedules.js';
import { deliveryIdFor } from '../sms/delivery-id.js';
import { statusOf } from '../tokens/token.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';

interface EmailRequest {
  email: string;
  /** Null keeps the link's language. */
  language: string | null;
  /** Whether reminders are planned once the mail server has accepted it. */
  wantsReminders: boolean;
  /** Idempotency key: a repeated request sends no second email. */
  key: string | null;
}

@Injectable()
export class SendTokenEmail {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Queues an email with the link, which the notification service sends. Throws 400 (language), 409 (not active), 429
   * (limit).
   */
  async execute(token: Token, sender: Principal, request: EmailRequest): Promise<Token> {
    try {
      return await this.queue(token, sender, request);
    } catch (error) {
      const subject = auditSubject.token(token.id);
      const event = { action: 'token.send_email', ...toAuditOutcome(error), subject } as const;
      await recordAuditEvent(this.work.emit, event);
      throw error;
    }
  }

  private async queue({ id }: Token, { userId }: Principal, request: EmailRequest): Promise<Token> {
    const { email: address, wantsReminders, key } = request;
    const chosen = requireOffered(request.language, this.config.LANGUAGES);
    const deliveryId = deliveryIdFor('email', id, address, key);
    const { before, after } = await this.work.run(async (tx, emit) => {
      await lockToken(tx, id);
      const before = await tx.token.findUniqueOrThrow({ where: { id } });
      const repeated = await tx.linkEmail.findUnique({ where: { deliveryId }, select: { tokenId: true } });
      if (repeated) {
        await recordView(emit, before);
        return { before, after: before };
      }
      if (statusOf(before, new Date()) !== 'active') throw appError('email_token_not_active');
      await cancelSchedule(tx, emit, { tokenId: id, channel: 'email' });
      const language = chosen ?? before.language;
      const email = { deliveryId, senderId: userId, address, language, wantsReminders };
      return { before, after: await queueEmail(tx, emit, id, email, this.config) };
    });
    if (after.language !== null && after.language !== before.language)
      this.metrics.languages.inc({ language: after.language, by: 'clinician' });
    return after;
  }
}
