import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import type { Logger } from '@caredrop/service-kit';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { LOGGER } from '../config.js';
import { NotificationMetrics } from '../metrics.js';
import { ApplySmsOutcome } from './apply-sms-outcome.js';
import { optOutWish } from './opt-out.js';
import { suppress } from './suppress.js';
import type { ProviderMessage } from './text-provider.js';
import { deliveryIdOf, statusOf } from './twilio-callback.js';

/**
 * Handles a callback whose signature was verified: a message's status or, if incoming messages are sent to the same
 * address, a recipient's STOP or START.
 */
@Injectable()
export class ReceiveTwilio {
  constructor(
    private readonly apply: ApplySmsOutcome,
    private readonly metrics: NotificationMetrics,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(params: Record<string, string>, query: string): Promise<void> {
    const incoming = params.SmsStatus === 'received' && params.From !== undefined;
    if (incoming) return this.heed(params.From ?? '', optOutWish(params));
    const message = statusOf(params);
    if (message) await this.note(message, query);
  }

  private async note(message: ProviderMessage, query: string): Promise<void> {
    const deliveryId = deliveryIdOf(query) ?? (await this.deliveryOf(message.sid));
    const known = deliveryId !== null && (await this.apply.heard(deliveryId, message));
    const { status, errorCode } = message;
    // Still responds with success: Twilio cannot do anything about a message that is unknown here.
    if (!known)
      return this.logger.warn({ deliveryId, status }, 'received the status of an unknown text message');
    this.metrics.texts.inc({ outcome: status });
    this.logger.info({ deliveryId, status, errorCode }, 'received a text message status');
  }

  private async deliveryOf(providerSid: string): Promise<string | null> {
    const delivery = await this.prisma.smsDelivery.findUnique({
      where: { providerSid },
      select: { id: true },
    });
    return delivery?.id ?? null;
  }

  private async heed(phoneNumber: string, wish: 'stop' | 'start' | null): Promise<void> {
    if (wish === null) return;
    if (wish === 'start') await this.prisma.smsSuppression.deleteMany({ where: { phoneNumber } });
    else await this.work.run((tx, emit) => suppress(tx, emit, phoneNumber, 'stop'));
    this.logger.info({ wish }, 'received an opt-out or opt-in by text message');
  }
}
