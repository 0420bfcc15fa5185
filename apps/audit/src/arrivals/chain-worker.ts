import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { LOGGER } from '../logger.js';
import { AuditMetrics } from '../metrics.js';
import { BATCH, ChainArrivals } from './chain-arrivals.js';

const GATHER_MS = 50;

/** Adds arrivals to the chain when woken, and polls every `CHAIN_POLL_MS`. */
@Injectable()
export class ChainWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly chainArrivals: ChainArrivals,
    private readonly metrics: AuditMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  /** After a short delay: what arrives together is added in one transaction. */
  wake(): void {
    if (this.again) return;
    this.again = true;
    if (!this.round) this.begin(GATHER_MS);
  }

  private begin(inMs: number): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.work().finally(() => {
        this.round = undefined;
        this.begin(this.again ? GATHER_MS : this.config.CHAIN_POLL_MS);
      });
    }, inMs);
  }

  private async work(): Promise<void> {
    this.again = false;
    try {
      // Arrivals during the last batch wake us again.
      for (let taken = BATCH; taken === BATCH && !this.stopped;) {
        taken = await this.chainArrivals.execute();
        this.metrics.chained.inc(taken);
      }
    } catch (err) {
      this.metrics.failures.inc();
      this.logger.error({ err }, 'failed to append to the audit chain; retrying in the next round');
    }
  }
}
