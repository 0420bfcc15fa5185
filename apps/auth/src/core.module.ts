import { globalModule, type Logger } from '@caredrop/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { AuthMetrics } from './metrics.js';

/** What every other module needs: settings, logger, database, metrics. */
@Module({})
export class CoreModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return globalModule(CoreModule, [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      {
        provide: PrismaService,
        useFactory: () => new PrismaService(config.DATABASE_URL, config.DATABASE_POOL),
      },
      AuthMetrics,
    ]);
  }
}
