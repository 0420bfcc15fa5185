import type { Logger } from '@caredrop/service-kit';
import { Module } from '@nestjs/common';
import { CONFIG, LOGGER, twilioAccount, type Config } from '../config.js';
import { ApplySmsOutcome } from './apply-sms-outcome.js';
import { NoTextProvider } from './no-text-provider.js';
import { OpenSmsDelivery } from './open-sms-delivery.js';
import { ReceiveTwilio } from './receive-twilio.js';
import { ReconcileSms } from './reconcile-sms.js';
import { SendSms } from './send-sms.js';
import { SmsAllowanceQueries } from './sms-allowance.queries.js';
import { SmsController } from './sms.controller.js';
import { TEXT_PROVIDER, type TextProvider } from './text-provider.js';
import { TwilioController } from './twilio.controller.js';
import { TwilioProvider } from './twilio-provider.js';

@Module({
  controllers: [SmsController, TwilioController],
  providers: [
    { provide: TEXT_PROVIDER, inject: [CONFIG, LOGGER], useFactory: textProvider },
    OpenSmsDelivery,
    ApplySmsOutcome,
    SendSms,
    SmsAllowanceQueries,
    ReceiveTwilio,
    ReconcileSms,
  ],
  exports: [ReconcileSms],
})
export class SmsModule {}

function textProvider(config: Config, logger: Logger): TextProvider {
  const account = twilioAccount(config);
  if (!account) {
    logger.warn('SMS is off: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are not set');
    return new NoTextProvider();
  }
  const { TWILIO_API_URL: apiUrl, TWILIO_TIMEOUT_MS: timeoutMs } = config;
  return new TwilioProvider({ ...account, apiUrl, timeoutMs });
}
