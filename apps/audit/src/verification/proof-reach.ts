import type { Checkpoint } from '../checkpoints/checkpoint.js';
import type { ChainEntry } from '../chain/entry.js';

/**
 * New entries are signed within minutes; one that has been unsigned for longer than this makes the proof stale (ms).
 */
const UNSIGNED_MS = 15 * 60 * 1000;
/**
 * Age of the newest checkpoint above which the proof is stale (ms). The end of the chain is signed at least every hour;
 * the second hour allows for restarts.
 */
const NEWEST_MS = 2 * 60 * 60 * 1000;

/**
 * A checkpoint and where it was stored: `elsewhere` is out of reach of an attacker who rewrites the database.
 */
export interface KeptCheckpoint extends Checkpoint {
  elsewhere: boolean;
}

/** How much of the chain the newest matching checkpoint proves. */
export interface ProofReach {
  checkpoint: KeptCheckpoint | null;
  /** Entries after it, which no checkpoint proves. */
  unproved: number;
  /** When the oldest of those entered the chain. */
  since: string | null;
  /** True if the signer seems to have stopped or the newest checkpoints seem to be missing. */
  stale: boolean;
}

/** Follows the chain entry by entry and keeps the last checkpoint that matches it. */
export class ProofReachCheck {
  private checkpoint: KeptCheckpoint | null = null;
  /** When the newest checkpoint at the same entry was made: an idle chain is signed again and again. */
  private newest: string | null = null;
  private unproved = 0;
  private since: string | null = null;

  /** `signed`: checkpoints with a valid signature, by the entry they name. */
  constructor(private readonly signed: Map<number, KeptCheckpoint[]>) {}

  add({ seq, hash, recordedAt }: ChainEntry): void {
    const fitting = (this.signed.get(seq) ?? []).filter((checkpoint) => checkpoint.hash === hash);
    if (fitting.length > 0) return this.prove(fitting);
    this.unproved += 1;
    this.since ??= recordedAt;
  }

  finish(now = new Date()): ProofReach {
    const { checkpoint, newest, unproved, since } = this;
    const older = (time: string | null, ms: number) => time !== null && now.getTime() - Date.parse(time) > ms;
    const stale = older(since, UNSIGNED_MS) || older(newest, NEWEST_MS);
    return { checkpoint, unproved, since, stale };
  }

  /** Of several checkpoints at one entry, prefers those stored elsewhere, then the newest. */
  private prove(fitting: KeptCheckpoint[]): void {
    const byTime = fitting.toSorted((a, b) => a.madeAt.localeCompare(b.madeAt));
    this.newest = byTime.at(-1)?.madeAt ?? null;
    this.checkpoint = byTime.findLast(({ elsewhere }) => elsewhere) ?? byTime.at(-1) ?? null;
    this.unproved = 0;
    this.since = null;
  }
}
