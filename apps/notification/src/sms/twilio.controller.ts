import { Controller, Headers, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { Callers, forbidden } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { ReceiveTwilio } from './receive-twilio.js';
import { isFromTwilio } from './twilio-callback.js';

/** {PUBLIC_URL}/api/twilio/status, reached through the gateway. Whoever cannot sign as Twilio gets 403. */
@Controller('twilio/status')
@Callers('gateway')
export class TwilioController {
  constructor(
    private readonly receive: ReceiveTwilio,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Answers without a body: Twilio reads none, and takes JSON for a mistake. */
  @Post()
  @HttpCode(204)
  async status(
    @Req() request: FastifyRequest,
    @Headers('x-twilio-signature') signature: string | undefined,
  ): Promise<void> {
    const { TWILIO_AUTH_TOKEN, TWILIO_STATUS_CALLBACK_URL } = this.config;
    const query = request.raw.url?.split('?')[1] ?? '';
    const params = (request.body ?? {}) as Record<string, string>;
    if (!isFromTwilio(TWILIO_AUTH_TOKEN, TWILIO_STATUS_CALLBACK_URL, query, signature, params))
      throw forbidden();
    await this.receive.execute(params, query);
  }
}
