import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from './prisma.service.js';

/** What every other module needs: settings, logger and database. */
@Module({})
export class DatabaseModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: PrismaService,
          useFactory: () => new PrismaService(config.DATABASE_URL, config.DATABASE_POOL),
        },
      ],
      exports: [CONFIG, LOGGER, PrismaService],
    };
  }
}
