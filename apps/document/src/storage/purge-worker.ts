import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { Job } from '../jobs/job.js';
import { DocumentMetrics } from '../jobs/metrics.js';
import { WorkInFlight } from '../jobs/work-in-flight.js';
import { LOGGER } from '../logger.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import { countPurges, settlePurge, takeDuePurges, type DuePurge } from './purges.js';

const BATCH = 50;

/** Deletes objects that are no longer needed, retrying until they are gone, independent of the broker. */
@Injectable()
export class PurgeWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: Job;

  constructor(
    private readonly prisma: PrismaService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
    work: WorkInFlight,
  ) {
    this.job = new Job('purge', config.PURGE_INTERVAL_MS, () => this.step(), work, logger);
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): void {
    this.job.stop();
  }

  /** A deletion has just been queued. */
  wake(): void {
    this.job.wake();
  }

  private async step(): Promise<boolean> {
    const due = await takeDuePurges(this.prisma, BATCH, this.config.PURGE_RETRY_MS);
    await Promise.all(due.map((purge) => this.purge(purge)));
    this.metrics.purges.set(await countPurges(this.prisma));
    return due.length === BATCH;
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
