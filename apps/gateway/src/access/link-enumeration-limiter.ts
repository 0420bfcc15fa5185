import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { addressBucket, appError } from '@caredrop/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config.js';
import { digest } from './digest.js';

/**
 * Unknown links that an address may request in a minute before it counts as guessing: more than the mistyped links from
 * a full waiting room.
 */
const FREE_PER_ADDRESS = 300;
/** The same limit for all addresses together; above it, every address with a few misses is slowed. */
const FREE_FOR_ALL = 3_000;
const FREE_WHEN_MANY_GUESS = 5;
const MINUTE_SECONDS = 60;
/**
 * Maximum number of waiting calls per guessing address. With the default delay of a second, this allows an address 30
 * such calls a second.
 */
const WAITING_PER_ADDRESS = 30;
const OPENED_FOR_MS = 30 * 60 * 1000;
const OPENED_AT_MOST = 10_000;

/**
 * Slows down clients that request nonexistent links. No address is blocked: calls from a guessing address are delayed,
 * and a call is refused only while too many others are waiting (the client can retry after the delay). A patient behind
 * the same address is therefore served during an attack. A call with a link that was opened here recently is not slowed
 * at all. At most a minute after the last guess, all limits are back to normal. Per replica.
 */
@Injectable()
export class LinkEnumerationLimiter {
  private readonly byAddress = new RateLimiterMemory({ points: FREE_PER_ADDRESS, duration: MINUTE_SECONDS });
  private readonly byAll = new RateLimiterMemory({ points: FREE_FOR_ALL, duration: MINUTE_SECONDS });
  private readonly waiting = new Map<string, number>();
  /** Digests of links that were found, with the time until which each is remembered. */
  private readonly opened = new Map<string, number>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'LINK_GUESS_WAIT_MS'>) {}

  /** Waits when the address is guessing. Throws 429 when too many of its calls are waiting already. */
  async admit(address: string, link: string): Promise<void> {
    const bucket = addressBucket(address) ?? address;
    if (!(await this.isGuessing(bucket)) || this.wasOpened(link)) return;
    const waitMs = this.config.LINK_GUESS_WAIT_MS;
    const before = this.waiting.get(bucket) ?? 0;
    if (before >= WAITING_PER_ADDRESS) throw appError('rate_limited', { retryAfter: waitMs / 1000 });
    this.waiting.set(bucket, before + 1);
    await sleep(waitMs);
    const after = (this.waiting.get(bucket) ?? 1) - 1;
    if (after === 0) this.waiting.delete(bucket);
    else this.waiting.set(bucket, after);
  }

  /** Learns from the response to a call with a link whether the caller is guessing. */
  async learn(address: string, link: string, status: number): Promise<void> {
    if (status < 400) return this.remember(link);
    if (status !== 404) return;
    await Promise.all([this.byAddress.penalty(addressBucket(address) ?? address), this.byAll.penalty('all')]);
  }

  private async isGuessing(bucket: string): Promise<boolean> {
    const own = (await this.byAddress.get(bucket))?.consumedPoints ?? 0;
    if (own <= FREE_WHEN_MANY_GUESS) return false;
    const all = (await this.byAll.get('all'))?.consumedPoints ?? 0;
    return own > FREE_PER_ADDRESS || all > FREE_FOR_ALL;
  }

  private wasOpened(link: string): boolean {
    const until = this.opened.get(digest(link));
    return until !== undefined && until > Date.now();
  }

  /**
   * Remembers an opened link and drops the oldest beyond the limit. A link seen within the last minute keeps its
   * position: pages commonly ask twice.
   */
  private remember(link: string): void {
    const key = digest(link);
    const until = Date.now() + OPENED_FOR_MS;
    if ((this.opened.get(key) ?? 0) > until - MINUTE_SECONDS * 1000) return;
    this.opened.delete(key);
    this.opened.set(key, until);
    if (this.opened.size <= OPENED_AT_MOST) return;
    const [oldest] = this.opened.keys();
    if (oldest !== undefined) this.opened.delete(oldest);
  }
}
