import type { JsonWebKey } from 'node:crypto';
import { headOf } from '../arrivals/chain-arrivals.js';
import type { Fault } from '../chain/check-chain.js';
import type { Head } from '../chain/link-entries.js';
import { signCheckpoint, type Checkpoint } from '../checkpoints/checkpoint.js';
import type { SignerConfig } from '../config.js';
import type { PrismaService, Tx } from '../database/prisma.service.js';
import { followChain } from './follow-chain.js';

/** Advisory lock of the audit's database: one process at a time signs. */
const SIGNING = 728_371_201;
/**
 * Interval in ms at which the end of the chain is signed even without new entries, so that a missing checkpoint is
 * noticed.
 */
export const IDLE_MS = 60 * 60 * 1000;

export type SigningSettings = Pick<
  SignerConfig,
  'AUDIT_SIGNING_KEY' | 'AUDIT_OLD_KEYS' | 'CHECKPOINT_EVERY_MS' | 'CHECKPOINT_EVERY_ENTRIES'
>;

/** `faults`: contradictions between the chain and the signed state, because of which nothing was signed. */
export interface Signing {
  checkpoint?: Checkpoint;
  faults: Fault[];
}
/**
 * `now`: signs even if it is not due. `acceptChanges`: signs despite any change; for an operator, after an
 * incident.
 */
export interface SigningOptions {
  now?: boolean;
  acceptChanges?: boolean;
}
const NOTHING: Signing = { faults: [] };

/**
 * Signs the end of the chain when it is due. It first recomputes the chain from the newest checkpoint, and
 * signs nothing that does not follow from it. It remembers the newest checkpoint, so a removal of that checkpoint
 * while the process runs is also a fault.
 */
export class SignChain {
  private seen: Checkpoint | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly settings: SigningSettings,
  ) {}

  /** Rejects while the database is unavailable. */
  async execute(now = new Date(), how: SigningOptions = {}): Promise<Signing> {
    const signing = await this.prisma.$transaction((tx) => this.signInTurn(tx, now, how), {
      timeout: 600_000,
      maxWait: 10_000,
    });
    this.seen = signing.checkpoint ?? this.seen;
    return signing;
  }

  private async signInTurn(tx: Tx, now: Date, how: SigningOptions): Promise<Signing> {
    const [lock] = await tx.$queryRaw<{ ours: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${SIGNING}::bigint) AS ours`;
    if (!lock?.ours) return NOTHING;
    if (this.seen && !(await isKept(tx, this.seen))) return { faults: [removedFault(this.seen)] };
    const last = await newestCheckpoint(tx, now);
    this.seen = last;
    const head = await headOf(tx);
    if (head.seq === 0 && !last) return NOTHING;
    if (!how.now && !this.isDue(head, last, now)) return NOTHING;
    if (how.acceptChanges) return this.sign(tx, head, now);
    const { AUDIT_SIGNING_KEY: key, AUDIT_OLD_KEYS: oldKeys } = this.settings;
    const followed = await followChain(tx, [key, ...oldKeys] as JsonWebKey[], last);
    return followed.faults.length > 0 ? { faults: followed.faults } : this.sign(tx, followed.head, now);
  }

  private async sign(tx: Tx, head: Head, now: Date): Promise<Signing> {
    const checkpoint = signCheckpoint(this.settings.AUDIT_SIGNING_KEY, head, now);
    await keepCheckpoint(tx, checkpoint);
    return { checkpoint, faults: [] };
  }

  /** A chain shorter than at the last checkpoint is due at once, so that following it reveals the fault. */
  private isDue(head: Head, last: Checkpoint | undefined, now: Date): boolean {
    const unsigned = head.seq - (last?.seq ?? 0);
    if (unsigned < 0 || unsigned >= this.settings.CHECKPOINT_EVERY_ENTRIES) return true;
    const age = now.getTime() - (last ? Date.parse(last.madeAt) : 0);
    return age >= (unsigned > 0 ? this.settings.CHECKPOINT_EVERY_MS : IDLE_MS);
  }
}

export async function keepCheckpoint(db: Pick<Tx, 'checkpoint'>, checkpoint: Checkpoint): Promise<void> {
  await db.checkpoint.createMany({ data: [{ ...checkpoint, seq: BigInt(checkpoint.seq) }] });
}

/**
 * Returns the checkpoint made last, not the one at the highest entry: after `--accept-changes` a chain that was cut off
 * continues from a lower entry. Ignores times in the future, which come from a wrong clock or an attacker: such a
 * checkpoint would stay the newest.
 */
export async function newestCheckpoint(
  db: Pick<Tx, 'checkpoint'>,
  now = new Date(),
): Promise<Checkpoint | undefined> {
  const where = { madeAt: { lte: now } };
  const row = await db.checkpoint.findFirst({ where, orderBy: [{ madeAt: 'desc' }, { seq: 'desc' }] });
  return row ? { ...row, seq: Number(row.seq), madeAt: row.madeAt.toISOString() } : undefined;
}

async function isKept(tx: Tx, { seq, hash, madeAt, signature }: Checkpoint): Promise<boolean> {
  const same = { seq: BigInt(seq), madeAt: new Date(madeAt), hash, signature };
  return (await tx.checkpoint.count({ where: same })) === 1;
}

const removedFault = ({ seq, madeAt }: Checkpoint): Fault => ({
  kind: 'removed',
  seq,
  text: `The checkpoint of ${madeAt} at entry ${seq} was removed or changed`,
});
