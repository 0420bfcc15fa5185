import { Inject, Injectable } from '@nestjs/common';
import { addressBucket, appError } from '@caredrop/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config.js';
import type { RateClass } from '../routing/routes.js';

/**
 * Calls per minute, address and replica. Generous, because a whole surgery shares one address; the limits that protect
 * a single account or link are kept in the databases of their services.
 */
const perMinute: Record<RateClass, number> = {
  credentials: 600,
  link: 12_000,
  upload: 3_000,
  read: 12_000,
  write: 6_000,
  file: 12_000,
  callback: 12_000,
};

@Injectable()
export class RateLimits {
  private readonly limiters: Map<RateClass, RateLimiterMemory>;

  constructor(@Inject(CONFIG) { RATE_LIMITS }: Config) {
    const limits = Object.entries({ ...perMinute, ...RATE_LIMITS }) as [RateClass, number][];
    this.limiters = new Map(
      limits
        .filter(([, points]) => points > 0)
        .map(([kind, points]) => [kind, new RateLimiterMemory({ points, duration: 60 })]),
    );
  }

  /** Counts one call. Throws 429 with the seconds to wait once the address has used up its limit. */
  async count(kind: RateClass, address: string): Promise<void> {
    try {
      await this.limiters.get(kind)?.consume(addressBucket(address) ?? address);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      throw appError('rate_limited', { retryAfter: rejection.msBeforeNext / 1000 });
    }
  }
}
