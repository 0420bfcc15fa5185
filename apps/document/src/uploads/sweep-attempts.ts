import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { addUpDocuments } from '../documents/document-counts.js';
import { Job } from '../jobs/job.js';
import { DocumentMetrics } from '../jobs/metrics.js';
import { WorkInFlight } from '../jobs/work-in-flight.js';
import { LOGGER } from '../logger.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { abandonOld, forgetAbandoned } from './attempts.js';

/**
 * Ends attempts whose process died, so that what they stored is deleted and what they began does not stay
 * open.
 */
@Injectable()
export class SweepAttempts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: Job;

  constructor(
    private readonly prisma: PrismaService,
    private readonly purges: PurgeWorker,
    private readonly metrics: DocumentMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    work: WorkInFlight,
  ) {
    this.job = new Job('sweep attempts', config.SWEEP_INTERVAL_MS, () => this.step(), work, logger);
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): void {
    this.job.stop();
  }

  private async step(): Promise<boolean> {
    const { ATTEMPT_MAX_AGE_MS, LATE_WRITE_MS } = this.config;
    const swept = await abandonOld(this.prisma, ATTEMPT_MAX_AGE_MS, LATE_WRITE_MS);
    await forgetAbandoned(this.prisma);
    await this.prisma.$executeRaw(addUpDocuments);
    if (swept === 0) return false;
    this.metrics.abandoned.inc(swept);
    this.logger.warn({ swept }, 'abandoned unfinished upload attempts');
    this.purges.wake();
    return true;
  }
}
