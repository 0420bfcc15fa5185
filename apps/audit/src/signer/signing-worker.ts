import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import type { Fault } from '../chain/check-chain.js';
import { CONFIG, LOGGER, type SignerConfig } from '../config.js';
import { SignChain } from './sign-chain.js';
import { SignerMetrics } from './metrics.js';

/** Signs on a timer. Each checkpoint is also logged, out of reach of the database's owner. */
@Injectable()
export class SigningWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;
  /** The last fault logged. A fault persists until someone acts, so it is logged once. */
  private reported = '';

  constructor(
    private readonly signChain: SignChain,
    private readonly metrics: SignerMetrics,
    @Inject(CONFIG) { SIGNER_POLL_MS: everyMs }: Pick<SignerConfig, 'SIGNER_POLL_MS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.job = new PeriodicJob({ name: 'sign chain', everyMs, run: () => this.sign(), logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  private async sign(): Promise<void> {
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
