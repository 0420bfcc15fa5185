import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { SmsDelivery } from '../generated/prisma/client.js';
import { ApplySmsOutcome } from './apply-sms-outcome.js';
import { nextCheckMs } from './next-check.js';
import { TEXT_PROVIDER, type ProviderMessage, type TextProvider } from './text-provider.js';

const BATCH = 20;
/** Clocks differ: a message's time may be slightly earlier than ours. */
const CLOCK_MARGIN_MS = 120_000;

/**
 * Queries the provider about texts without a final status: those in doubt (no response to the send, a server error, or
 * a crash before the response was recorded), and those accepted without a final callback. Never sends anything.
 */
@Injectable()
export class ReconcileSms {
  constructor(
    private readonly apply: ApplySmsOutcome,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(TEXT_PROVIDER) private readonly provider: TextProvider,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs one round; returns the number of texts checked. */
  async execute(): Promise<number> {
    await this.doubtForgotten();
    const due = await this.take();
    for (const delivery of due) await this.check(delivery);
    return due.length;
  }

  /** Marks as in doubt all sends whose process died between the request and recording the response. */
  private async doubtForgotten(): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE sms_deliveries SET state = 'unknown', check_at = now(), updated_at = now()
      WHERE state = 'sending' AND created_at < now() - ${this.config.TWILIO_TIMEOUT_MS * 2} * interval '1 millisecond'`;
  }

  /** Many replicas may run this: rows claimed by one are not claimed again until their next time. */
  private async take(): Promise<SmsDelivery[]> {
    const waitMs = this.config.SMS_RECONCILE_MS;
    const taken = await this.prisma.$queryRaw<{ id: string }[]>`
      WITH due AS MATERIALIZED (
        SELECT id FROM sms_deliveries WHERE check_at <= now() ORDER BY check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      UPDATE sms_deliveries d
      SET checks = d.checks + 1, check_at = now() + ${waitMs} * interval '1 millisecond'
      FROM due WHERE d.id = due.id RETURNING d.id`;
    return this.prisma.smsDelivery.findMany({ where: { id: { in: taken.map(({ id }) => id) } } });
  }

  private async check(delivery: SmsDelivery): Promise<void> {
    const { id: deliveryId, state } = delivery;
    try {
      const found = await this.ask(delivery);
      if (found === 'ambiguous')
        this.logger.info({ deliveryId }, 'an identical text message is not settled yet');
      else if (found) await this.apply.heard(deliveryId, found);
      else if (state === 'unknown') await this.giveUpWhenOld(delivery);
      await this.plan(deliveryId);
    } catch (error) {
      // Queried again at the time set by `take`.
      this.logger.warn({ deliveryId, state, err: error }, 'failed to reconcile a text message');
    }
  }

  private ask(delivery: SmsDelivery): Promise<ProviderMessage | 'ambiguous' | null> {
    return delivery.providerSid ? this.provider.find(delivery.providerSid) : this.search(delivery);
  }

  /**
   * The provider's list does not contain our delivery ids, so the text identifies the message: almost every text
   * contains a unique link. A link that is sent again, or a second thank-you text, can have the same text, so messages
   * of other deliveries are left out. While it is not known which message belongs to another delivery, the result is
   * ambiguous. Of several deliveries in doubt, the latest is searched for first and gets the latest message.
   */
  private async search(delivery: SmsDelivery): Promise<ProviderMessage | 'ambiguous' | null> {
    const { id, phoneNumber, createdAt, textHash } = delivery;
    const since = new Date(createdAt.getTime() - CLOCK_MARGIN_MS);
    const messages = await this.provider.sentTo(phoneNumber, since);
    const same = messages.filter(({ text }) => createHash('sha256').update(text).digest().equals(textHash));
    // Read after the messages, so that the delivery of each one is already stored.
    const unsettled = [{ state: 'sending' }, { state: 'unknown', createdAt: { gt: createdAt } }];
    const others = await this.prisma.smsDelivery.findMany({
      where: {
        id: { not: id },
        OR: [{ providerSid: { in: same.map(({ sid }) => sid) } }, { phoneNumber, textHash, OR: unsettled }],
      },
      select: { providerSid: true },
    });
    const taken = new Set(others.map(({ providerSid }) => providerSid));
    const free = same.find(({ sid }) => !taken.has(sid)) ?? null;
    return free && taken.has(null) ? 'ambiguous' : free;
  }

  private async giveUpWhenOld({ id, createdAt }: SmsDelivery): Promise<void> {
    if (Date.now() - createdAt.getTime() < this.config.SMS_LOST_AFTER_MS) return;
    if (!(await this.apply.lost(id))) return;
    this.logger.warn(
      { deliveryId: id },
      'the provider has no record of a text message with an unknown outcome',
    );
  }

  /** Sets when to query again, if the status is not final. */
  private async plan(id: string): Promise<void> {
    const { state, checks, checkAt, createdAt } = await this.prisma.smsDelivery.findUniqueOrThrow({
      where: { id },
    });
    if (checkAt === null) return;
    const ageMs = Date.now() - createdAt.getTime();
    const waitMs = nextCheckMs(
      state,
      checks,
      ageMs,
      this.config.SMS_RECONCILE_MS,
      this.config.SMS_CHECK_AFTER_MS,
    );
    await this.prisma.smsDelivery.update({
      where: { id },
      data: { checkAt: waitMs === null ? null : new Date(Date.now() + waitMs) },
    });
  }
}
