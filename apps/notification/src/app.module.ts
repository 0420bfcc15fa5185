import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { brokerOptions, MessagingModule } from '@caredrop/messaging';
import {
  HealthController,
  InternalClient,
  InternalIdentity,
  messagingContext,
  READINESS,
  type Logger,
  type ReadinessCheck,
} from '@caredrop/service-kit';
import { CONFIG, LOGGER, twilioAccount, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { ForgetTexts } from './jobs/forget-texts.js';
import { PurgeSettled } from './jobs/purge-settled.js';
import { Scheduler } from './jobs/scheduler.js';
import { DeliverMail } from './mail/deliver-mail.js';
import { MailDeliveries } from './mail/mail-deliveries.js';
import { MailWorker } from './mail/mail-worker.js';
import { MAILER } from './mail/mailer.js';
import { QueueMail } from './mail/queue-mail.js';
import { Recipients } from './mail/recipients.js';
import { SmtpMailer } from './mail/smtp-mailer.js';
import { Metrics } from './metrics.js';
import { ApplySmsOutcome } from './sms/apply-sms-outcome.js';
import { NoTextProvider } from './sms/no-text-provider.js';
import { OpenSmsDelivery } from './sms/open-sms-delivery.js';
import { ReceiveTwilio } from './sms/receive-twilio.js';
import { ReconcileSms } from './sms/reconcile-sms.js';
import { SendSms } from './sms/send-sms.js';
import { SmsController } from './sms/sms.controller.js';
import { TEXT_PROVIDER, type TextProvider } from './sms/text-provider.js';
import { TwilioController } from './sms/twilio.controller.js';
import { TwilioProvider } from './sms/twilio-provider.js';
import { subscribers } from './subscribers/index.js';

/** The module of the notification service. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /** After the worker has sent what it was processing. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    const prisma = new PrismaService(config.DATABASE_URL, config.DATABASE_POOL);
    const client = new InternalClient(identity, { auth: config.AUTH_URL });
    const ready: ReadinessCheck = () => prisma.$queryRaw`SELECT 1`;
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRootAsync({
          useFactory: () => ({
            source: 'notification',
            client: prisma,
            databaseUrl: config.DATABASE_URL,
            ...brokerOptions(config),
            context: messagingContext,
            logger,
          }),
        }),
      ],
      controllers: [HealthController, SmsController, TwilioController, ...subscribers],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: PrismaService, useValue: prisma },
        { provide: InternalClient, useValue: client },
        { provide: READINESS, useValue: ready },
        { provide: MAILER, useFactory: () => smtpMailer(config) },
        { provide: TEXT_PROVIDER, useFactory: () => textProvider(config, logger) },
        Metrics,
        MailDeliveries,
        Recipients,
        DeliverMail,
        MailWorker,
        QueueMail,
        OpenSmsDelivery,
        ApplySmsOutcome,
        SendSms,
        ReceiveTwilio,
        ReconcileSms,
        ForgetTexts,
        PurgeSettled,
        Scheduler,
      ],
    };
  }
}

const smtpMailer = (config: Config) =>
  new SmtpMailer({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    connections: config.MAIL_CONCURRENCY,
    timeoutMs: config.MAIL_TIMEOUT_MS,
  });

function textProvider(config: Config, logger: Logger): TextProvider {
  const account = twilioAccount(config);
  if (!account) {
    logger.warn('SMS is off: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are not set');
    return new NoTextProvider();
  }
  const { TWILIO_API_URL: apiUrl, TWILIO_TIMEOUT_MS: timeoutMs } = config;
  return new TwilioProvider({ ...account, apiUrl, timeoutMs });
}
