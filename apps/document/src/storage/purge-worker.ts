import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger, type NextRun } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { DocumentMetrics } from '../metrics.js';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import { countPurges, settlePurge, takeDuePurges, type DuePurge } from './purges.js';

const BATCH = 50;

/** Deletes objects that are no longer needed, retrying until they are gone, independent of the broker. */
@Injectable()
export class PurgeWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
    private readonly work: WorkInFlight,
  ) {
    const run = () => this.step();
    this.job = new PeriodicJob({ name: 'purge', everyMs: config.PURGE_INTERVAL_MS, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): void {
    void this.work.track(this.job.stop());
  }

  /** Called when a deletion has just been queued. */
  wake(): void {
    this.job.wake();
  }

  private async step(): Promise<NextRun> {
    const due = await takeDuePurges(this.prisma, BATCH, this.config.PURGE_RETRY_MS);
    await Promise.all(due.map((purge) => this.purge(purge)));
    this.metrics.purges.set(await countPurges(this.prisma));
    return due.length === BATCH ? 'at once' : undefined;
  }

  private async purge(purge: DuePurge): Promise<void> {
    try {
      await this.store.delete(purge.storageKey);
      await settlePurge(this.prisma, purge);
    } catch (error) {
      this.logger.error({ err: error }, 'failed to delete an object; retrying later');
    }
  }
}
