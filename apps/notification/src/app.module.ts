import { MessagingModule } from '@caredrop/messaging';
import {
  connectionOptions,
  databaseReadiness,
  HealthController,
  InternalClient,
  messagingContext,
  type InternalIdentity,
  type Logger,
} from '@caredrop/service-kit';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from './config.js';
import { CoreModule } from './core.module.js';
import { PrismaService } from './database/prisma.service.js';
import { JobsModule } from './jobs/jobs.module.js';
import { MailModule } from './mail/mail.module.js';
import { SmsModule } from './sms/sms.module.js';
import { SubscribersModule } from './subscribers/subscribers.module.js';

/** The root module of the notification service. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(private readonly services: InternalClient) {}

  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger, identity),
        MessagingModule.forService({
          source: 'notification',
          client: PrismaService,
          database: connectionOptions(config.DATABASE_URL),
          config,
          context: messagingContext,
          logger,
        }),
        MailModule,
        SmsModule,
        SubscribersModule,
        JobsModule,
      ],
      controllers: [HealthController],
      providers: [databaseReadiness(PrismaService)],
    };
  }

  /** Runs after the worker has finished its current sends. */
  async onApplicationShutdown(): Promise<void> {
    await this.services.close();
  }
}
