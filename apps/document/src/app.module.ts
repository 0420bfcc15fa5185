import { brokerOptions, MessagingModule } from '@caredrop/messaging';
import {
  HealthController,
  InternalClient,
  messagingContext,
  rawPgClient,
  READINESS,
  type InternalIdentity,
  type Logger,
} from '@caredrop/service-kit';
import { Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import type { Config } from './config.js';
import { CoreModule } from './core.module.js';
import { PrismaService } from './database/prisma.service.js';
import { DocumentsModule } from './documents/documents.module.js';
import { InspectorModule } from './inspector/inspector.module.js';
import { InspectorPool } from './inspector/inspector-pool.js';
import { WorkInFlight } from './jobs/work-in-flight.js';
import { LedgerController } from './reconcile/ledger.controller.js';
import { UploadsModule } from './uploads/uploads.module.js';

const readiness: Provider = {
  provide: READINESS,
  inject: [PrismaService],
  useFactory: (prisma: PrismaService) => () => prisma.$queryRaw`SELECT 1`,
};

/** The module of the document service. */
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
        messaging(config, logger),
        InspectorModule,
        UploadsModule,
        DocumentsModule,
      ],
      controllers: [HealthController, LedgerController],
      providers: [readiness],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.work.finished();
    await Promise.all([this.services.close(), this.inspectors.close()]);
  }
}

function messaging(config: Config, logger: Logger): DynamicModule {
  return MessagingModule.forRootAsync({
    inject: [PrismaService],
    useFactory: (prisma: PrismaService) => ({
      source: 'document',
      client: {
        $transaction: (work, options) => prisma.$transaction(work, options),
        // View events are audited with a single INSERT on a hot path, so skip Prisma.
        ...rawPgClient(prisma.pool),
      },
      databaseUrl: config.DATABASE_URL,
      ...brokerOptions(config),
      context: messagingContext,
      logger,
    }),
  });
}
