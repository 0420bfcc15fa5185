import { brokerOptions, MessagingModule } from '@caredrop/messaging';
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
import { rejectPowerfulRole } from './database/reject-powerful-role.js';
import { EntriesModule } from './entries/entries.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { RecordsModule } from './records/records.module.js';
import { ShippingModule } from './shipping/shipping.module.js';
import { SubscribersModule } from './subscribers/subscribers.module.js';

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(private readonly services: InternalClient) {}

  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger, identity),
        MessagingModule.forService({
          source: 'audit',
          client: PrismaService,
          database: connectionOptions(config.DATABASE_URL),
          config,
          context: messagingContext,
          logger,
          options: async (prisma) => {
            await rejectPowerfulRole(prisma, 'writer');
            // Entries are not urgent and make up most events, so they are batched.
            return { tuning: { ...brokerOptions(config).tuning, gatherMs: 200 } };
          },
        }),
        EntriesModule,
        ExportsModule,
        RecordsModule,
        SubscribersModule,
        ShippingModule,
      ],
      controllers: [HealthController],
      providers: [databaseReadiness(PrismaService)],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.services.close();
  }
}
