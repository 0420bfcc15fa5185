import { globalModule, InternalClient, type InternalIdentity, type Logger } from '@caredrop/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { WorkInFlight } from './concurrency/work-in-flight.js';
import { DocumentMetrics } from './metrics.js';

/** Providers that other modules need: settings, logger, work in flight, database, internal client, metrics. */
@Module({})
export class CoreModule {
  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    const work = new WorkInFlight();
    const prisma = new PrismaService(config.DATABASE_URL, config.DATABASE_POOL, work);
    const services = new InternalClient(identity, { auth: config.AUTH_URL, token: config.TOKEN_URL });
    return globalModule(CoreModule, [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: WorkInFlight, useValue: work },
      { provide: PrismaService, useValue: prisma },
      { provide: InternalClient, useValue: services },
      DocumentMetrics,
    ]);
  }
}
