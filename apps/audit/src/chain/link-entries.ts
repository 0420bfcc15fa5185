import { hashEntry } from './hash-entry.js';
import { GENESIS, type ChainEntry } from './entry.js';

/** The end of the chain. */
export interface Head {
  seq: number;
  hash: string;
}

export const EMPTY: Head = { seq: 0, hash: GENESIS };

export type Unlinked = Omit<ChainEntry, 'seq' | 'prev' | 'hash' | 'recordedAt'>;

/** Links entries to `head`, in the order given. */
export function linkEntries(head: Head, entries: Unlinked[], recordedAt: Date): ChainEntry[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    const placed = { ...entry, seq: seq + 1, recordedAt: recordedAt.toISOString(), prev: hash };
    const linked = { ...placed, hash: hashEntry(placed) };
    ({ seq, hash } = linked);
    return linked;
  });
}
