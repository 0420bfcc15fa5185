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
import { ChainArrivals } from './arrivals/chain-arrivals.js';
import { ChainWorker } from './arrivals/chain-worker.js';
import { CONFIG, LOGGER, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { refusePowerfulRole } from './database/refuse-powerful-role.js';
import { EntriesController } from './entries/entries.controller.js';
import { EntriesQueries } from './entries/entries.queries.js';
import { ExportEntries } from './exports/export-entries.js';
import { ExportsController } from './exports/exports.controller.js';
import { InternalRecordsController } from './records/internal-records.controller.js';
import { AuditMetrics } from './metrics.js';
import { People } from './people/people.js';
import { ShipChain } from './shipping/ship-chain.js';
import { KeepEntryOnAuditRecorded } from './subscribers/keep-entry-on-audit-recorded.js';

/** The module of the audit service. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

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
          useFactory: async () => {
            await refusePowerfulRole(prisma, 'writer');
            const broker = brokerOptions(config);
            return {
              source: 'audit' as const,
              client: prisma,
              databaseUrl: config.DATABASE_URL,
              ...broker,
              // Entries are not urgent and make up most events, so they are batched.
              tuning: { ...broker.tuning, gatherMs: 200 },
              context: messagingContext,
              logger,
            };
          },
        }),
      ],
      controllers: [
        HealthController,
        EntriesController,
        ExportsController,
        InternalRecordsController,
        KeepEntryOnAuditRecorded,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: PrismaService, useValue: prisma },
        { provide: InternalClient, useValue: client },
        { provide: READINESS, useValue: ready },
        AuditMetrics,
        ChainArrivals,
        ChainWorker,
        ShipChain,
        EntriesQueries,
        People,
        ExportEntries,
      ],
    };
  }
}
