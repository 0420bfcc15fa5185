import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { settleAttempt, type Ending, type NewAttempt } from './attempts.js';
import { Claims } from './claims.js';

const SETTLE_TRIES = 4;

/** Ends an attempt that failed, and the claim that it held. */
@Injectable()
export class EndAttempt {
  constructor(
    private readonly prisma: PrismaService,
    private readonly claims: Claims,
    private readonly purges: PurgeWorker,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Abandons the attempt permanently and only then releases the link. `stored`: its object may exist. */
  async abandon(attempt: NewAttempt, { stored }: { stored: boolean }): Promise<void> {
    try {
      await settleAttempt(this.prisma, attempt.claimId, this.config.LATE_WRITE_MS, !stored);
    } catch (error) {
      // Don't release the claim while its attempt may be open. It ends with its lease or, once confirmed, when the
      // token service settles it.
      this.logger.error({ err: error }, 'failed to abandon an upload attempt');
      return;
    }
    if (stored) this.purges.wake();
    await this.release(attempt);
  }

  /**
   * Returns how the attempt ended, for a commit whose result is unknown: settling waits for a commit in
   * progress and rules out a later one. Returns undefined while the database is unavailable.
   */
  async decide({ claimId }: NewAttempt): Promise<Ending | undefined> {
    for (let tried = 1; tried <= SETTLE_TRIES; tried += 1) {
      try {
        const ending = await settleAttempt(this.prisma, claimId, this.config.LATE_WRITE_MS);
        this.purges.wake();
        return ending;
      } catch (error) {
        this.logger.error({ err: error }, 'failed to settle an upload attempt');
        await delay(this.config.CONFIRM_RETRY_MS * tried);
      }
    }
    return undefined;
  }

  /** Best effort: otherwise the claim ends with its lease or, once confirmed, when the token service settles it. */
  async release({ claimId }: NewAttempt): Promise<void> {
    try {
      await this.claims.release(claimId);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'failed to release a claim; it ends with its lease or when it is settled',
      );
    }
  }
}
