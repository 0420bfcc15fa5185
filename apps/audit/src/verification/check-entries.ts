import { ChainCheck } from '../chain/check-chain.js';
import type { ChainEntry } from '../chain/entry.js';
import type { Head } from '../chain/link-entries.js';

export interface CheckedEntries extends Pick<ChainCheck, 'faults' | 'entries' | 'head'> {
  first?: ChainEntry;
  last?: ChainEntry;
}

/** Verifies `entries`, which must follow `after`; calls `each` for every one. */
export async function checkEntries(
  entries: AsyncIterable<ChainEntry>,
  after: Head,
  each: (entry: ChainEntry, check: ChainCheck) => void = () => undefined,
): Promise<CheckedEntries> {
  const check = new ChainCheck(after);
  let first: ChainEntry | undefined;
  let last: ChainEntry | undefined;
  for await (const entry of entries) {
    first ??= entry;
    last = entry;
    check.add(entry);
    each(entry, check);
  }
  return { faults: check.faults, entries: check.entries, head: check.head, ...(first && { first, last }) };
}
