import { Injectable } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Changes of one kind allowed for one link: more than a persistent patient would make. */
const PER_HOUR = 60;
const HOUR_SECONDS = 3600;

/**
 * Limits the changes that the holder of a link can repeat without end, such as other words in a report. Each writes an
 * audit entry that is kept for years, and most make open pages refetch. Per replica.
 */
@Injectable()
export class HolderChanges {
  private readonly byLink = new RateLimiterMemory({ points: PER_HOUR, duration: HOUR_SECONDS });

  /**
   * Counts one change, in its transaction. Throws 429, so that nothing is stored, once the link has had its changes of
   * an hour.
   */
  async count(
    action: 'token.report_problem' | 'token.language_chosen' | 'token.check_passed',
    tokenId: string,
  ): Promise<void> {
    try {
      await this.byLink.consume(`${action} ${tokenId}`);
    } catch (excess) {
      if (!(excess instanceof RateLimiterRes)) throw excess;
      throw appError('rate_limited', { retryAfter: excess.msBeforeNext / 1000 });
    }
  }
}
