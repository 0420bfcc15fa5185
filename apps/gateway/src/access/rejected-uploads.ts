import { Injectable } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { digest } from './digest.js';

/**
 * Refused uploads allowed for one link: far more than a persistent patient, or fifty people with the same
 * link, would cause.
 */
const PER_MINUTE = 100;
const MINUTE_SECONDS = 60;

/**
 * Stops forwarding the uploads of a link whose uploads are refused repeatedly: two services may read up to 5 MB of each
 * upload before the rejection is known. Per replica.
 */
@Injectable()
export class RejectedUploads {
  private readonly byLink = new RateLimiterMemory({ points: PER_MINUTE, duration: MINUTE_SECONDS });

  /** Throws 429 with the seconds to wait once the link's uploads have been refused too often within a minute. */
  async admit(link: string): Promise<void> {
    const count = await this.byLink.get(digest(link));
    if (count && count.consumedPoints >= PER_MINUTE)
      throw appError('rate_limited', { retryAfter: count.msBeforeNext / 1000 });
  }

  /** Counts a response that refuses the upload; server errors (5xx) are not counted against the link. */
  async learn(link: string, status: number): Promise<void> {
    if (status >= 400 && status < 500) await this.byLink.penalty(digest(link));
  }
}
