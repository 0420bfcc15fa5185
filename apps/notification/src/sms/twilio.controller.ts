import { Controller, Headers, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { appError, Callers } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import { CONFIG, twilioAccount, type Config } from '../config.js';
import { ReceiveTwilio } from './receive-twilio.js';
import { isFromTwilio } from './twilio-callback.js';

/**
 * {PUBLIC_URL}/api/twilio/status, reached through the gateway. A caller whose signature is not Twilio's gets
 * 403; without an account, every caller does.
 */
@Controller('twilio/status')
@Callers('gateway')
export class TwilioController {
  constructor(
    private readonly receive: ReceiveTwilio,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Responds without a body: Twilio needs none, and treats JSON as an error. */
  @Post()
  @HttpCode(204)
  async status(
    @Req() request: FastifyRequest,
    @Headers('x-twilio-signature') signature: string | undefined,
  ): Promise<void> {
    const account = twilioAccount(this.config);
    const query = request.raw.url?.split('?')[1] ?? '';
    const params = (request.body ?? {}) as Record<string, string>;
    if (!account) throw appError('forbidden');
    const { authToken, statusCallbackUrl } = account;
    if (!isFromTwilio(authToken, statusCallbackUrl, query, signature, params)) throw appError('forbidden');
    await this.receive.execute(params, query);
  }
}
