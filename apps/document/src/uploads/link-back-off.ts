import { AppError } from '@caredrop/service-kit';
import { refusedOften } from './upload.errors.js';

/** Number of rejected files that triggers the first block; fewer can be honest mistakes. */
const FIRST_BLOCK_AT = 10;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
/** After this long without a rejected file, a link's count restarts. */
const FORGET_MS = 6 * 3_600_000;
/** Maximum number of links remembered; the one whose rejection is oldest is dropped first. */
const MAX_LINKS = 10_000;

interface Count {
  refused: number;
  last: number;
}

/**
 * Blocks uploads to a link for a while after several rejected files: for a minute after the tenth, twice as long after
 * each further one, up to an hour. Counted per replica, because it protects the replica's own inspectors and places.
 * Storing a row per rejected file would let the sender cause database writes.
 */
export class LinkBackOff {
  /** Keyed by the hash of the link, ordered by last rejection. */
  private readonly counts = new Map<string, Count>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Throws 429 with `Retry-After` while uploads to the link are blocked. */
  admit(link: string): void {
    const count = this.countOf(link);
    const left = count ? count.last + waitAfter(count.refused) - this.now() : 0;
    if (left > 0) throw refusedOften(Math.ceil(left / 1000));
  }

  /** Counts `error` when what was sent caused it: the form, the file or the comment. */
  note(link: string, error: unknown): void {
    if (!(error instanceof AppError) || !ofFile.has(error.status)) return;
    const refused = (this.countOf(link)?.refused ?? 0) + 1;
    this.counts.delete(link);
    this.counts.set(link, { refused, last: this.now() });
    const [oldest] = this.counts.keys();
    if (this.counts.size > MAX_LINKS && oldest !== undefined) this.counts.delete(oldest);
  }

  private countOf(link: string): Count | undefined {
    const count = this.counts.get(link);
    return count && count.last + FORGET_MS > this.now() ? count : undefined;
  }
}

/** Not a form, too large, of another type, or rejected by a check. */
const ofFile = new Set([400, 413, 415, 422]);

const waitAfter = (refused: number): number =>
  refused < FIRST_BLOCK_AT ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (refused - FIRST_BLOCK_AT), MAX_WAIT_MS);
