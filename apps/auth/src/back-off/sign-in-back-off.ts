import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { AttemptCounters, type CounterView } from './attempt-counters.js';
import { countAttempt, remainingMs, type BackOffRule } from './back-off.js';
import { GuessingAlarm } from './guessing-alarm.js';

/** The account and address of a sign-in (null: the gateway sent no address). */
export interface Attempt {
  email: string;
  address: string | null;
}

/** Keys of the counters that one attempt counts towards. `from` and `pair` are null without an address. */
interface Keys {
  account: string;
  from: string | null;
  /** This account from this address. */
  pair: string | null;
}

const QUIET_MS = 15 * 60 * 1000;
const KNOWN_FOR_MS = 30 * 24 * 60 * 60 * 1000;
/** A surgery has one address: its limit must allow for a whole team mistyping in the morning. */
const FREE_PER_ADDRESS = 50;

/**
 * Slows down password guessing and eventually stops it, without locking the owner out. Failures are counted by account
 * and by address, for unknown emails exactly as for known ones. Delays are short, but after LOGIN_MAX_FAILURES
 * consecutive failures the password alone no longer signs in, and a link by email is needed (docs/adr/0022). An address
 * from which the account's owner has recently signed in, proved their identity or set a password has a separate count,
 * which is not affected by guesses from elsewhere or by guesses at other accounts from that address. Failures there
 * still count towards the limit of the address, which applies to everyone else.
 */
@Injectable()
export class SignInBackOff {
  private readonly perAccount: BackOffRule;
  private readonly perAddress: BackOffRule;
  private readonly most: number;

  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly counters: AttemptCounters,
    private readonly alarm: GuessingAlarm,
    @Inject(CONFIG) config: Config,
  ) {
    const firstWaitMs = config.LOGIN_FIRST_WAIT_SECONDS * 1000;
    const shared = { firstWaitMs, maxWaitMs: config.LOGIN_MAX_WAIT_SECONDS * 1000, quietMs: QUIET_MS };
    this.perAccount = { free: config.LOGIN_FREE_FAILURES, ...shared };
    this.perAddress = { free: FREE_PER_ADDRESS, ...shared };
    this.most = config.LOGIN_MAX_FAILURES;
  }

  /**
   * Throws 429 with the seconds to wait, or 401 `password_link_needed` after too many consecutive failures.
   */
  async check(attempt: Attempt): Promise<void> {
    const keys = this.keysOf(attempt);
    this.reject(await this.counters.read(listed(keys)), keys);
  }

  /**
   * Counts a failure, and warns the owner once there are many. Throws like {@link check}, counting nothing, when
   * concurrent attempts have used up the limit: of many simultaneous guesses, only those within the limit learn whether
   * they were right.
   */
  async failed(attempt: Attempt): Promise<void> {
    const keys = this.keysOf(attempt);
    await this.unitOfWork.run(async (tx, emit) => {
      const view = await this.counters.lock(tx, listed(keys));
      this.reject(view, keys);
      const counted = this.countedAt(view, keys);
      const inARow = view.of(counted).inARow + 1;
      await this.counters.save(tx, counted, { ...this.next(view, counted, this.perAccount), inARow });
      if (keys.from !== null)
        await this.counters.save(tx, keys.from, this.next(view, keys.from, this.perAddress));
      await this.alarm.counted(tx, emit, attempt.email, { inARow, most: this.most });
    });
  }

  /**
   * A sign-in or a proof of identity succeeded: resets the account's count that applies to this attempt, and marks the
   * address as the owner's. The address's own count stays. From a known address, failures elsewhere stay counted too:
   * they were not the owner's.
   */
  async remember(tx: Tx, attempt: Attempt): Promise<void> {
    const keys = this.keysOf(attempt);
    const view = await this.counters.lock(tx, listed(keys));
    const pair = keys.pair === null ? [] : [keys.pair];
    await this.counters.clear(tx, [...new Set([this.countedAt(view, keys), ...pair])], pair);
  }

  /**
   * The owner has set a new password: resets the account's failures, except those at other known addresses, and marks
   * the address as the owner's.
   */
  async startOver(tx: Tx, attempt: Attempt): Promise<void> {
    const { account, pair } = this.keysOf(attempt);
    const pairs = pair === null ? [] : [pair];
    await this.counters.clear(tx, [account, ...pairs], pairs);
  }

  private reject(view: CounterView, keys: Keys): void {
    const counted = this.countedAt(view, keys);
    // At a known address, strangers who share it cannot keep the owner from signing in: the pair limits guesses there.
    const limiting = keys.from === null || counted === keys.pair ? [counted] : [counted, keys.from];
    const longest = Math.max(...limiting.map((key) => remainingMs(view.of(key), view.now)));
    if (longest > 0) throw appError('rate_limited', { retryAfter: longest / 1000 });
    if (view.of(counted).inARow >= this.most) throw appError('password_link_needed');
  }

  /**
   * The account's counter that applies to this attempt. A known address with too many failures no longer
   * counts as known.
   */
  private countedAt(view: CounterView, { account, pair }: Keys): string {
    return pair !== null && isKnown(view, pair) && view.of(pair).inARow < this.most ? pair : account;
  }

  private next(view: CounterView, key: string, rule: BackOffRule) {
    return countAttempt(view.of(key), rule, view.now);
  }

  private keysOf({ email, address }: Attempt): Keys {
    const account = this.counters.keyOf('account', email);
    if (address === null) return { account, from: null, pair: null };
    const from = this.counters.keyOf('address', address);
    return { account, from, pair: this.counters.keyOf('pair', email, address) };
  }
}

const listed = ({ account, from, pair }: Keys): string[] =>
  [account, from, pair].filter((key) => key !== null);

function isKnown(view: CounterView, pair: string): boolean {
  const { succeededAt } = view.of(pair);
  return succeededAt !== null && view.now.getTime() - succeededAt.getTime() < KNOWN_FOR_MS;
}
