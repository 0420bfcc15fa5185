import type { JsonWebKey } from 'node:crypto';
import { headOf } from '../arrivals/chain-arrivals.js';
import { ChainCheck, type Fault } from '../chain/check-chain.js';
import { hashEntry } from '../chain/hash-entry.js';
import type { ChainEntry } from '../chain/entry.js';
import { EMPTY, type Head } from '../chain/link-entries.js';
import { isCheckpointSigned, type Checkpoint } from '../checkpoints/checkpoint.js';
import type { Tx } from '../database/prisma.service.js';
import { afterSegment } from '../segments/segment.js';
import { readSegments } from '../segments/segments.queries.js';
import { storedEntries } from '../verification/stored-entries.js';
import { cutOff, signatureFault } from '../verification/verify-store.js';

type Db = Pick<Tx, 'entry' | 'segment'>;

/** The recomputed end of the chain, and the faults found since the previous checkpoint. */
export interface Followed {
  head: Head;
  faults: Fault[];
}

/**
 * Recomputes the chain from `last`, the newest checkpoint, to its end, or from the beginning if nothing has been signed
 * yet. `keys`: public keys whose signatures are accepted.
 */
export async function followChain(
  db: Db,
  keys: JsonWebKey[],
  last: Checkpoint | undefined,
): Promise<Followed> {
  if (last && !isCheckpointSigned(keys, last)) return { head: last, faults: [signatureFault(last)] };
  const check = new ChainCheck(last ?? (await beginning(db)));
  let entries = 0;
  for await (const entry of storedEntries(db, last?.seq ?? 0)) {
    entries += 1;
    if (last && entry.seq === last.seq) checkSigned(check, entry, last);
    else check.add(entry);
  }
  if (last && entries === 0) check.faults.push(...cutOff([last], await lastEntry(db)));
  return { head: check.head, faults: check.faults };
}

/** The state that the oldest remaining entry must follow. */
async function beginning(db: Db): Promise<Head> {
  const pruned = (await readSegments(db)).at(-1);
  return pruned ? afterSegment(pruned) : EMPTY;
}

/** The end of the chain, or the end of the segments if no entry is left. */
async function lastEntry(db: Db): Promise<Head> {
  const [head, pruned] = [await headOf(db), await beginning(db)];
  return head.seq > pruned.seq ? head : pruned;
}

function checkSigned(check: ChainCheck, entry: ChainEntry, { hash, madeAt }: Checkpoint): void {
  if (entry.hash === hash && hashEntry(entry) === hash) return;
  check.fault(
    'rewritten',
    entry.seq,
    `Entry ${entry.seq} is not the one that the checkpoint of ${madeAt} signed`,
  );
}
