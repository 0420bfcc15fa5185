import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController, READINESS, type Logger, type ReadinessCheck } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type SignerConfig } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { SignChain } from './sign-chain.js';
import { SignerMetrics } from './metrics.js';
import { SigningWorker } from './signing-worker.js';

/**
 * The process that signs checkpoints: no routes except health and metrics, no broker, no calls to other
 * services.
 */
@Module({})
export class SignerModule {
  static with(config: SignerConfig, logger: Logger, prisma: PrismaService): DynamicModule {
    const ready: ReadinessCheck = () => prisma.$queryRaw`SELECT 1`;
    return {
      module: SignerModule,
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: PrismaService, useValue: prisma },
        { provide: READINESS, useValue: ready },
        { provide: SignChain, useFactory: () => new SignChain(prisma, config) },
        SignerMetrics,
        SigningWorker,
      ],
    };
  }
}
