import { MessagingModule } from '@caredrop/messaging';
import {
  connectionOptions,
  HealthController,
  InternalClient,
  messagingContext,
  rawPgClient,
  READINESS,
  type InternalIdentity,
  type Logger,
} from '@caredrop/service-kit';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from './config.js';
import { CoreModule } from './core.module.js';
import { PrismaService } from './database/prisma.service.js';
import { AttentionModule } from './attention/attention.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { InspectorModule } from './inspector/inspector.module.js';
import { InspectorPool } from './inspector/inspector-pool.js';
import { WorkInFlight } from './concurrency/work-in-flight.js';
import { LedgerController } from './reconcile/ledger.controller.js';
import { OBJECT_STORE, type ObjectStore } from './storage/object-store.js';
import { StorageModule } from './storage/storage.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(
    private readonly services: InternalClient,
    private readonly work: WorkInFlight,
    private readonly inspectors: InspectorPool,
  ) {}

  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger, identity),
        MessagingModule.forService({
          source: 'document',
          client: PrismaService,
          database: connectionOptions(config.DATABASE_URL),
          config,
          context: messagingContext,
          logger,
          options: (prisma) => ({
            client: {
              $transaction: (work, options) => prisma.$transaction(work, options),
              // View events are audited with a single INSERT on a hot path, so skip Prisma.
              ...rawPgClient(prisma.pool),
            },
          }),
        }),
        InspectorModule,
        StorageModule,
        UploadsModule,
        DocumentsModule,
        AttentionModule,
      ],
      controllers: [HealthController, LedgerController],
      providers: [
        {
          provide: READINESS,
          inject: [PrismaService, OBJECT_STORE],
          useFactory: (prisma: PrismaService, store: ObjectStore) => async () => {
            await prisma.$queryRaw`SELECT 1`;
            await store.assertReady();
          },
        },
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.work.finished();
    await Promise.all([this.services.close(), this.inspectors.close()]);
  }
}
