import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';

/** Removes the temporary files of writes whose process died, at start and then periodically. */
@Injectable()
export class RemoveLeftovers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly work: WorkInFlight,
  ) {
    const run = () => this.step();
    const everyMs = config.SWEEP_INTERVAL_MS;
    this.job = new PeriodicJob({ name: 'remove leftovers of writes', everyMs, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): void {
    void this.work.track(this.job.stop());
  }

  /** A write may still be in progress for as long as its upload attempt counts as live. */
  private async step(): Promise<void> {
    const removed = await this.store.removeLeftovers(this.config.ATTEMPT_MAX_AGE_MS);
    if (removed > 0) this.logger.warn({ removed }, 'removed temporary files of unfinished writes');
  }
}
