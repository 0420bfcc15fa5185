import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { DocumentMetrics } from '../jobs/metrics.js';
import { LOGGER } from '../logger.js';

/** Remembers that the object store is full, so that uploads fail fast; tries it again after a while. */
@Injectable()
export class StorageCapacity {
  private fullUntil = 0;

  constructor(
    private readonly metrics: DocumentMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a write would fail; false again when it is time to try. */
  get full(): boolean {
    return Date.now() < this.fullUntil;
  }

  recordFull(): void {
    if (this.fullUntil === 0) this.logger.error('the object store is full; uploads are refused');
    this.fullUntil = Date.now() + this.config.S3_FULL_PAUSE_MS;
    this.metrics.storeFull.set(1);
  }

  recordFreed(): void {
    if (this.fullUntil === 0) return;
    this.fullUntil = 0;
    this.metrics.storeFull.set(0);
    this.logger.info('the object store accepts uploads again');
  }
}
