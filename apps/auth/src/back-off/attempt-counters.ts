import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KeyRing } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { noAttempts, type Counter } from './back-off.js';

interface StoredCounter extends Counter {
  /** Failures since the last success. No quiet period resets them, only the deletion of the row (`sweep-rows.ts`). */
  inARow: number;
  succeededAt: Date | null;
}

/** Counters by key, and the database's time, the only clock that all replicas share. */
export interface CounterView {
  now: Date;
  of(key: string): StoredCounter;
}

interface Row extends StoredCounter {
  key: string;
  now: Date;
}

/** A named statement, so that each connection prepares it once (docs/adr/0016): a successful sign-in runs it twice. */
const asTheyStand = {
  name: 'attempt counters',
  text: `
    SELECT k.key, COALESCE(c.attempts, 0) AS attempts, c.last_at AS "lastAt", c.blocked_until AS "blockedUntil",
           c.succeeded_at AS "succeededAt", COALESCE(c.in_a_row, 0) AS "inARow", clock_timestamp()::timestamptz(3) AS now
      FROM unnest($1::text[]) AS k(key) LEFT JOIN attempt_counters c USING (key)`,
};

/** Counters in the database, so that they hold across replicas and restarts. */
@Injectable()
export class AttemptCounters {
  private readonly ring: KeyRing;

  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) { SECOND_FACTOR_KEYS }: Pick<Config, 'SECOND_FACTOR_KEYS'>,
  ) {
    this.ring = new KeyRing(SECOND_FACTOR_KEYS);
  }

  /**
   * The key of a counter: a keyed hash, so that a copy of the table does not reveal which IP addresses and emails it
   * counts, whether or not an email has an account. A new current key in the ring restarts all counters.
   */
  keyOf(...parts: string[]): string {
    const secret = this.ring.secret(this.ring.currentKeyId);
    if (!secret) throw new Error('SECOND_FACTOR_KEYS does not contain its current key');
    return createHmac('sha256', secret)
      .update(`caredrop/attempt-counter/v1:${JSON.stringify(parts)}`)
      .digest('base64url');
  }

  /** Reads the counters without a lock: enough to reject an attempt before doing any work for it. */
  async read(keys: string[]): Promise<CounterView> {
    const { rows } = await this.prisma.pool.query<Row>({ ...asTheyStand, values: [keys] });
    return toView(rows);
  }

  /** Locks the counters until the transaction ends, creating missing ones. */
  async lock(tx: Tx, keys: string[]): Promise<CounterView> {
    await tx.$executeRaw`
      INSERT INTO attempt_counters (key) SELECT k FROM unnest(${keys}::text[]) AS k ORDER BY k
          ON CONFLICT (key) DO NOTHING`;
    const rows = await tx.$queryRaw<Row[]>`
      SELECT key, attempts, last_at AS "lastAt", blocked_until AS "blockedUntil", succeeded_at AS "succeededAt",
             in_a_row AS "inARow", clock_timestamp()::timestamptz(3) AS now
        FROM attempt_counters WHERE key = ANY(${keys}::text[]) ORDER BY key FOR UPDATE`;
    return toView(rows);
  }

  /** Stores a counter, and its `inARow` if given. */
  async save(
    tx: Tx,
    key: string,
    { attempts, lastAt, blockedUntil, inARow = null }: Counter & { inARow?: number | null },
  ): Promise<void> {
    await tx.$executeRaw`
      UPDATE attempt_counters SET attempts = ${attempts}, in_a_row = COALESCE(${inARow}::int, in_a_row), last_at = ${lastAt}::timestamptz,
             blocked_until = ${blockedUntil}::timestamptz, touched_at = now()
       WHERE key = ${key}`;
  }

  /** Resets the attempts under `keys` and records a success under those in `succeeded`. */
  async clear(tx: Tx, keys: string[], succeeded: string[]): Promise<void> {
    // Sorted like `lock`, so that transactions cannot deadlock.
    await tx.$executeRaw`
      INSERT INTO attempt_counters (key, succeeded_at)
      SELECT k, CASE WHEN k = ANY(${succeeded}::text[]) THEN now() END FROM unnest(${keys}::text[]) AS k ORDER BY k
          ON CONFLICT (key) DO UPDATE SET attempts = 0, in_a_row = 0, blocked_until = NULL, touched_at = now(),
             succeeded_at = COALESCE(excluded.succeeded_at, attempt_counters.succeeded_at)`;
  }
}

function toView(rows: Row[]): CounterView {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return {
    now: rows[0]?.now ?? new Date(),
    of: (key) => byKey.get(key) ?? { ...noAttempts, inARow: 0, succeededAt: null },
  };
}
