import { Inject, Injectable } from '@nestjs/common';
import { messages } from '@caredrop/contracts';
import { tooManyRequests } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { AttemptCounters, counterKey, type CounterView } from './attempt-counters.js';
import { countAttempt, remainingMs, type BackOffRule } from './back-off.js';

/** Who tries to sign in, and from where (null: the gateway named no address). */
export interface Attempt {
  email: string;
  address: string | null;
}

const QUIET_MS = 15 * 60 * 1000;
const KNOWN_FOR_MS = 30 * 24 * 60 * 60 * 1000;
/** A surgery has one address: its limit must let a whole team mistype in the morning. */
const FREE_PER_ADDRESS = 50;

const accountKey = ({ email }: Attempt) => counterKey('account', email);
const addressKey = (address: string) => counterKey('address', address);
const pairKey = (email: string, address: string) => counterKey('pair', email, address);

/**
 * Slows down guessing without locking the owner out (design §6). Failures are counted by account and by
 * address; waits are short. An address from which the account's owner has signed in before, or has used a
 * password link, is counted by itself: strangers elsewhere cannot make the owner wait there.
 */
@Injectable()
export class SignInBackOff {
  private readonly perAccount: BackOffRule;
  private readonly perAddress: BackOffRule;

  constructor(
    private readonly prisma: PrismaService,
    private readonly counters: AttemptCounters,
    @Inject(CONFIG) config: Config,
  ) {
    const firstWaitMs = config.LOGIN_FIRST_WAIT_SECONDS * 1000;
    const shared = { firstWaitMs, maxWaitMs: config.LOGIN_MAX_WAIT_SECONDS * 1000, quietMs: QUIET_MS };
    this.perAccount = { free: config.LOGIN_FREE_FAILURES, ...shared };
    this.perAddress = { free: FREE_PER_ADDRESS, ...shared };
  }

  /** Throws 429 with the seconds to wait when this attempt has to wait. */
  async check(attempt: Attempt): Promise<void> {
    const view = await this.counters.read(allKeys(attempt));
    this.refuseWhileBlocked(view, attempt);
  }

  /**
   * Counts a failure. Throws 429, counting nothing, when others have used up the tries meanwhile: of many
   * guesses sent at once only the free ones learn whether they were right.
   */
  async failed(attempt: Attempt): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const view = await this.counters.lock(tx, allKeys(attempt));
      this.refuseWhileBlocked(view, attempt);
      for (const [key, rule] of this.rulesFor(view, attempt))
        await this.counters.save(tx, key, countAttempt(view.of(key), rule, view.now));
    });
  }

  /**
   * Someone has proved to own the account, by its password or by a link from its mailbox: its failures are
   * forgotten and the address counts as the owner's.
   */
  async remember(tx: Tx, attempt: Attempt): Promise<void> {
    const pair = attempt.address === null ? [] : [pairKey(attempt.email, attempt.address)];
    await this.counters.clear(tx, [accountKey(attempt), ...pair], pair);
  }

  private refuseWhileBlocked(view: CounterView, attempt: Attempt): void {
    const waits = this.rulesFor(view, attempt).map(([key]) => remainingMs(view.of(key), view.now));
    const longest = Math.max(...waits);
    if (longest > 0) throw tooManyRequests(messages.general.tooManyRequests, longest / 1000);
  }

  private rulesFor(view: CounterView, attempt: Attempt): [string, BackOffRule][] {
    const account: [string, BackOffRule] = [accountKey(attempt), this.perAccount];
    if (attempt.address === null) return [account];
    const pair = pairKey(attempt.email, attempt.address);
    if (isKnown(view, pair)) return [[pair, this.perAccount]];
    return [account, [addressKey(attempt.address), this.perAddress]];
  }
}

function allKeys(attempt: Attempt): string[] {
  const { email, address } = attempt;
  const keys = [accountKey(attempt)];
  return address === null ? keys : [...keys, addressKey(address), pairKey(email, address)];
}

function isKnown(view: CounterView, pair: string): boolean {
  const { succeededAt } = view.of(pair);
  return succeededAt !== null && view.now.getTime() - succeededAt.getTime() < KNOWN_FOR_MS;
}
