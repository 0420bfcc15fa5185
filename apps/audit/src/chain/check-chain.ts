import type { ChainEntry } from './entry.js';
import { hashEntry } from './hash-entry.js';
import type { Head } from './link-entries.js';

/** A contradiction found by a verification; `text` describes it for the operator. */
export interface Fault {
  kind:
    | 'outside'
    | 'changed'
    | 'removed'
    | 'reordered'
    | 'cut off'
    | 'rewritten'
    | 'signature'
    | 'missing'
    | 'repeated';
  /** Sequence number of the entry, or of the first of several; 0 when the fault has no place in the chain. */
  seq: number;
  text: string;
}

/**
 * Follows the chain one entry at a time and reports every contradiction. After a fault it continues from the
 * state it found, so that one pass finds all faults.
 */
export class ChainCheck {
  readonly faults: Fault[] = [];
  entries = 0;

  /** `after`: the head that the first entry must follow. */
  constructor(private after: Head) {}

  get head(): Head {
    return this.after;
  }

  add(entry: ChainEntry): void {
    this.entries += 1;
    if (entry.seq < 1)
      return this.fault(
        'outside',
        entry.seq,
        `Entry ${entry.seq} is outside the chain, which begins with entry 1`,
      );
    this.checkPlace(entry);
    if (hashEntry(entry) !== entry.hash)
      this.fault('changed', entry.seq, `Entry ${entry.seq} (${entry.action}, ${entry.at}) was changed`);
    this.after = { seq: entry.seq, hash: entry.hash };
  }

  fault(kind: Fault['kind'], seq: number, text: string): void {
    this.faults.push({ kind, seq, text });
  }

  private checkPlace({ seq, prev }: ChainEntry): void {
    const expected = this.after.seq + 1;
    if (seq > expected) {
      const gone = seq - 1 === expected ? `Entry ${expected} was` : `Entries ${expected} to ${seq - 1} were`;
      return this.fault('removed', expected, `${gone} removed`);
    }
    if (seq < expected)
      return this.fault('reordered', seq, `Entry ${seq} is in the place of entry ${expected}`);
    if (prev !== this.after.hash)
      this.fault(
        'rewritten',
        seq,
        `Entry ${seq} does not follow the entry before it: one of them was replaced`,
      );
  }
}
