import type { JsonWebKey } from 'node:crypto';
import type { Fault } from '../chain/check-chain.js';
import { EMPTY, type Head } from '../chain/link-entries.js';
import { isCheckpointSigned, type Checkpoint } from '../checkpoints/checkpoint.js';
import type { PrismaService } from '../database/prisma.service.js';
import { afterSegment, isSegmentSigned, type Segment } from '../segments/segment.js';
import { readSegments } from '../segments/segments.queries.js';
import { checkEntries } from './check-entries.js';
import { ProofReachCheck, type KeptCheckpoint, type ProofReach } from './proof-reach.js';
import { SourceCheck } from './source-check.js';
import { storedEntries } from './stored-entries.js';

export interface StoreReport {
  entries: number;
  head: Head;
  segments: Segment[];
  checkpoints: number;
  reach: ProofReach;
  /** Entries without a number from their source. */
  unnumbered: number;
  faults: Fault[];
}

/**
 * Verifies the whole store: that the chain has no gaps, that signed segments replace pruned entries, that every
 * checkpoint is signed and matches its entry unless that was pruned, and that no record of a source is missing.
 * `elsewhere`: checkpoints stored outside the database, out of reach of an attacker who rewrites it. `keys`: public
 * keys whose signatures are accepted.
 */
export async function verifyStore(
  prisma: PrismaService,
  keys: JsonWebKey[],
  elsewhere: Checkpoint[] = [],
  now = new Date(),
): Promise<StoreReport> {
  const segments = await readSegments(prisma);
  const checkpoints = [...(await readCheckpoints(prisma)), ...elsewhere.map(keptElsewhere)];
  const places = Map.groupBy(checkpoints, ({ seq }) => seq);
  const signed = checkpoints.filter((checkpoint) => isCheckpointSigned(keys, checkpoint));
  const unsigned = checkpoints.filter((checkpoint) => !signed.includes(checkpoint));
  const reach = new ProofReachCheck(Map.groupBy(signed, ({ seq }) => seq));
  const sources = new SourceCheck(segments.at(-1)?.lastRecorded ?? null);
  const start = checkSegments(segments, keys);
  const checked = await checkEntries(storedEntries(prisma), start.after, (entry, check) => {
    reach.add(entry);
    sources.add(entry);
    const broken = places.get(entry.seq)?.find(({ hash }) => hash !== entry.hash);
    if (broken)
      check.fault(
        'rewritten',
        entry.seq,
        `Entry ${entry.seq} is not the one that the checkpoint of ${broken.madeAt} signed`,
      );
  });
  return {
    entries: checked.entries,
    head: checked.head,
    segments,
    checkpoints: checkpoints.length,
    reach: reach.finish(now),
    unnumbered: sources.unnumbered,
    faults: [
      ...start.faults,
      ...unsigned.map(signatureFault),
      ...checked.faults,
      ...cutOff(checkpoints, checked.head),
      ...sources.faults(now),
    ],
  };
}

const keptElsewhere = (checkpoint: Checkpoint): KeptCheckpoint => ({ ...checkpoint, elsewhere: true });

async function readCheckpoints(prisma: PrismaService): Promise<KeptCheckpoint[]> {
  const rows = await prisma.checkpoint.findMany({ orderBy: { seq: 'asc' } });
  return rows.map((row) => ({
    ...row,
    seq: Number(row.seq),
    madeAt: row.madeAt.toISOString(),
    elsewhere: false,
  }));
}

export function signatureFault({ seq, madeAt }: Checkpoint): Fault {
  const text = `The checkpoint of ${madeAt} at entry ${seq} is not signed by a known key`;
  return { kind: 'signature', seq, text };
}

/** Checks the segments. `after` is the state that the first remaining entry must follow. */
function checkSegments(segments: Segment[], keys: JsonWebKey[]): { after: Head; faults: Fault[] } {
  const faults: Fault[] = [];
  let after = EMPTY;
  for (const segment of segments) {
    const { firstSeq, lastSeq, prev } = segment;
    const name = `The segment for entries ${firstSeq} to ${lastSeq}`;
    if (!isSegmentSigned(keys, segment))
      faults.push({
        kind: 'signature',
        seq: firstSeq,
        text: `${name} is not signed by a known key: they were removed`,
      });
    if (firstSeq !== after.seq + 1 || prev !== after.hash)
      faults.push({
        kind: 'removed',
        seq: firstSeq,
        text: `${name} does not continue from what precedes it`,
      });
    after = afterSegment(segment);
  }
  return { after, faults };
}

export function cutOff(checkpoints: Checkpoint[], head: Head): Fault[] {
  const beyond = checkpoints.filter(({ seq }) => seq > head.seq).sort((a, b) => a.seq - b.seq);
  const last = beyond.at(-1);
  if (!last) return [];
  const text = `The chain ends at entry ${head.seq}; the checkpoint of ${last.madeAt} signed entry ${last.seq}: the end was cut off`;
  return [{ kind: 'cut off', seq: head.seq + 1, text }];
}
