import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import type { Fault } from '../chain/check-chain.js';
import { CONFIG, type SignerConfig } from '../config.js';
import { LOGGER } from '../logger.js';
import { SignChain } from './sign-chain.js';
import { SignerMetrics } from './signer-metrics.js';

/** Signs on a timer. Each checkpoint is also logged, out of reach of the database's owner. */
@Injectable()
export class SigningWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;
  /** What was logged last: a fault persists until someone acts, and is logged once. */
  private reported = '';

  constructor(
    private readonly signChain: SignChain,
    private readonly metrics: SignerMetrics,
    @Inject(CONFIG) private readonly config: Pick<SignerConfig, 'SIGNER_POLL_MS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.begin(0);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private begin(inMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.work().finally(() => {
        this.begin(this.config.SIGNER_POLL_MS);
      });
    }, inMs);
  }

  private async work(): Promise<void> {
    try {
      const { checkpoint, faults } = await this.signChain.execute();
      if (checkpoint) this.logger.info({ checkpoint }, 'audit checkpoint');
      this.report(faults);
    } catch (err) {
      this.metrics.failures.inc();
      this.logger.error({ err }, 'failed to sign the end of the audit chain; retrying in the next round');
    }
  }

  private report(faults: Fault[]): void {
    this.metrics.changed.set(faults.length > 0 ? 1 : 0);
    const texts = faults.slice(0, 10).map(({ text }) => text);
    const report = texts.join();
    if (report !== '' && report !== this.reported)
      this.logger.fatal({ faults: texts }, 'the audit chain was changed; signing has stopped');
    this.reported = report;
  }
}
