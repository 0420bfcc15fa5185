import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger, type NextRun } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { AuditMetrics } from '../metrics.js';
import { BATCH, ChainArrivals } from './chain-arrivals.js';

/** Arrivals within this time are added in one transaction. */
const GATHER_MS = 50;

/** Adds arrivals to the chain when woken, and polls every `CHAIN_POLL_MS`. */
@Injectable()
export class ChainWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly chainArrivals: ChainArrivals,
    private readonly metrics: AuditMetrics,
    @Inject(CONFIG) { CHAIN_POLL_MS: everyMs }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const run = () => this.chain();
    const delays = { everyMs, firstInMs: GATHER_MS, gatherMs: GATHER_MS };
    this.job = new PeriodicJob({ name: 'chain arrivals', ...delays, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  wake(): void {
    this.job.wake();
  }

  private async chain(): Promise<NextRun> {
    try {
      const taken = await this.chainArrivals.execute();
      this.metrics.chained.inc(taken);
      return taken === BATCH ? 'at once' : undefined;
    } catch (err) {
      this.metrics.failures.inc();
      this.logger.error({ err }, 'failed to append to the audit chain; retrying in the next round');
      return undefined;
    }
  }
}
