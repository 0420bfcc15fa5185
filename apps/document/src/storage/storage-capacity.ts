import { Inject, Injectable } from '@nestjs/common';
import { CircuitBreaker, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { DocumentMetrics } from '../metrics.js';

/**
 * Remembers that the object store is full, so that uploads fail fast. Lets uploads through again after a pause, to find
 * out whether there is space.
 */
@Injectable()
export class StorageCapacity {
  private readonly breaker: CircuitBreaker;

  constructor(
    private readonly metrics: DocumentMetrics,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.breaker = new CircuitBreaker(config.S3_FULL_PAUSE_MS);
  }

  /** Whether writes are expected to fail; false once it is time to try again. */
  get full(): boolean {
    return this.breaker.isOpen(Date.now());
  }

  recordFull(): void {
    if (!this.breaker.hasFailed) this.logger.error('the object store is full; uploads are refused');
    this.breaker.recordFailure(Date.now());
    this.metrics.storeFull.set(1);
  }

  recordFreed(): void {
    if (!this.breaker.hasFailed) return;
    this.breaker.recordSuccess();
    this.metrics.storeFull.set(0);
    this.logger.info('the object store accepts uploads again');
  }
}
