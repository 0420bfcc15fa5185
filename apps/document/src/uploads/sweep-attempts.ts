import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger, type NextRun } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { addUpDocuments } from '../documents/document-counts.js';
import { DocumentMetrics } from '../metrics.js';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { abandonOld, forgetAbandoned } from './attempts.js';

/**
 * Abandons attempts that were left open, for example by a process that died, so that their objects are deleted. Also
 * deletes old abandoned attempts and merges the counts of documents.
 */
@Injectable()
export class SweepAttempts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    private readonly purges: PurgeWorker,
    private readonly metrics: DocumentMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly work: WorkInFlight,
  ) {
    const run = () => this.step();
    this.job = new PeriodicJob({ name: 'sweep attempts', everyMs: config.SWEEP_INTERVAL_MS, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): void {
    void this.work.track(this.job.stop());
  }

  private async step(): Promise<NextRun> {
    const { ATTEMPT_MAX_AGE_MS, LATE_WRITE_MS } = this.config;
    const swept = await abandonOld(this.prisma, ATTEMPT_MAX_AGE_MS, LATE_WRITE_MS);
    await forgetAbandoned(this.prisma);
    await this.prisma.$executeRaw(addUpDocuments);
    if (swept === 0) return undefined;
    this.metrics.abandoned.inc(swept);
    this.logger.warn({ swept }, 'abandoned unfinished upload attempts');
    this.purges.wake();
    return 'at once';
  }
}
