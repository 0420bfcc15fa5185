import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { NOT_SET_UP } from '@caredrop/contracts';
import type { SendSmsResponse, SendSmsRequest } from '@caredrop/contracts/internal';
import { appError, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { NotificationMetrics } from '../metrics.js';
import { ApplySmsOutcome } from './apply-sms-outcome.js';
import { OpenSmsDelivery } from './open-sms-delivery.js';
import { responseFor } from './sms-response.js';
import { TEXT_PROVIDER, type OutgoingText, type SendOutcome, type TextProvider } from './text-provider.js';

const LOOK_AGAIN_MS = 150;

/**
 * Sends a text at most once per delivery id. The row is committed before the provider is called; a repeated
 * call with the same id gets the outcome, never a second text. A text in doubt stays so until a callback or the
 * reconciler settles it.
 */
@Injectable()
export class SendSms {
  constructor(
    private readonly open: OpenSmsDelivery,
    private readonly apply: ApplySmsOutcome,
    private readonly metrics: NotificationMetrics,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(TEXT_PROVIDER) private readonly provider: TextProvider,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(request: SendSmsRequest): Promise<SendSmsResponse> {
    const text = request.body.replaceAll('{link}', () => request.link);
    const opened = await this.open.execute(request, createHash('sha256').update(text).digest());
    this.metrics.texts.inc({ outcome: opened.kind });
    if (opened.kind === 'limited') {
      const { limit, retryAfterSeconds } = opened;
      return { outcome: 'limited', limit, retryAfterSeconds };
    }
    if (opened.kind === 'opened') await this.send({ deliveryId: request.deliveryId, to: request.to, text });
    return this.known(request.deliveryId);
  }

  private async send(text: OutgoingText): Promise<void> {
    const outcome = await this.provider.send(text);
    await this.apply.sent(text.deliveryId, outcome);
    const off = outcome.kind === 'refused' && outcome.code === NOT_SET_UP;
    this.metrics.texts.inc({ outcome: off ? 'off' : outcome.kind });
    this.log(text.deliveryId, outcome);
  }

  private log(deliveryId: string, outcome: SendOutcome): void {
    const code = outcome.kind === 'accepted' ? null : outcome.code;
    const level = outcome.kind === 'accepted' ? 'info' : 'warn';
    this.logger[level]({ deliveryId, outcome: outcome.kind, code }, 'text message');
  }

  /**
   * The outcome of a delivery; waits while another call with the same id is in progress. Throws 503 if that takes too
   * long.
   */
  private async known(deliveryId: string): Promise<SendSmsResponse> {
    const until = Date.now() + this.config.TWILIO_TIMEOUT_MS;
    do {
      const delivery = await this.prisma.smsDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
      const response = responseFor(delivery);
      if (response) return response;
      await pause(LOOK_AGAIN_MS);
    } while (Date.now() < until);
    throw appError('service_unavailable');
  }
}
