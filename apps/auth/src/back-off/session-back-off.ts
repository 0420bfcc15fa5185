import { Injectable } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { AttemptCounters, type CounterView } from './attempt-counters.js';
import { countAttempt, remainingMs, type BackOffRule } from './back-off.js';

/**
 * The delays can be long because only a client with a session reaches this code. They allow at most about 290 guesses
 * a day.
 */
const rule: BackOffRule = {
  free: 5,
  firstWaitMs: 5_000,
  maxWaitMs: 5 * 60_000,
  quietMs: 24 * 60 * 60_000,
};

/**
 * Slows down password guessing within a session. Counted separately from sign-ins, so that strangers on the sign-in
 * page cannot keep a signed-in user from confirming their identity.
 */
@Injectable()
export class SessionBackOff {
  constructor(
    private readonly prisma: PrismaService,
    private readonly counters: AttemptCounters,
  ) {}

  /** Throws 429 with the seconds to wait. */
  async check(userId: string): Promise<void> {
    const key = this.keyOf(userId);
    reject(await this.counters.read([key]), key);
  }

  /** Counts a failure. Throws 429, counting nothing, when concurrent attempts have used up the limit. */
  async failed(userId: string): Promise<void> {
    const key = this.keyOf(userId);
    await this.prisma.$transaction(async (tx) => {
      const view = await this.counters.lock(tx, [key]);
      reject(view, key);
      await this.counters.save(tx, key, countAttempt(view.of(key), rule, view.now));
    });
  }

  /** Resets the counter after a correct password. */
  async forget(userId: string): Promise<void> {
    await this.prisma.attemptCounter.deleteMany({ where: { key: this.keyOf(userId) } });
  }

  private keyOf(userId: string): string {
    return this.counters.keyOf('confirm', userId);
  }
}

function reject(view: CounterView, key: string): void {
  const wait = remainingMs(view.of(key), view.now);
  if (wait > 0) throw appError('rate_limited', { retryAfter: wait / 1000 });
}
