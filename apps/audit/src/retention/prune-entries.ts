import { randomUUID, type JsonWebKey } from 'node:crypto';
import { acceptArrival } from '../arrivals/accept-arrival.js';
import { headOf } from '../arrivals/chain-arrivals.js';
import type { PrismaService, Tx } from '../database/prisma.service.js';
import { checkEntries } from '../verification/check-entries.js';
import { storedEntries } from '../verification/stored-entries.js';
import { signSegment, type Segment } from '../segments/segment.js';
import { readSegments } from '../segments/segments.queries.js';

/** Thrown if the entries to be pruned fail verification: they are evidence and are kept. */
export class PruneRejected extends Error {
  constructor(reason: string) {
    super(`Nothing was pruned: ${reason}`);
    this.name = 'PruneRejected';
  }
}

interface Due {
  lastSeq: number;
  /** The chain's state before the first entry to be pruned. */
  after: { seq: number; hash: string };
}

/**
 * Removes the oldest entries, up to the last checkpoint whose entries are all from before `cutoff`, and leaves one
 * signed segment in their place, so that the chain can still be followed from its beginning. The entries are verified
 * first. The pruning is itself audited. Returns undefined when there is nothing to prune. Runs as the retention role.
 */
export async function pruneEntries(
  prisma: PrismaService,
  key: JsonWebKey,
  cutoff: Date,
  now = new Date(),
): Promise<Segment | undefined> {
  const due = await findDue(prisma, cutoff);
  if (!due) return undefined;
  const segment = await describe(prisma, key, due, now);
  await prisma.$transaction((tx) => replace(tx, segment, now), { timeout: 600_000, maxWait: 10_000 });
  return segment;
}

async function findDue(prisma: PrismaService, cutoff: Date): Promise<Due | undefined> {
  const last = (await readSegments(prisma)).at(-1);
  const after = last ? { seq: last.lastSeq, hash: last.lastHash } : { seq: 0, hash: '0'.repeat(64) };
  const head = await headOf(prisma);
  // One entry always stays, because the next one is linked to it.
  const [closed] = await prisma.$queryRaw<{ seq: bigint }[]>`
    SELECT c.seq FROM checkpoints c JOIN entries e ON e.seq = c.seq AND e.hash = c.hash
     WHERE c.seq > ${after.seq}::bigint AND c.seq < ${head.seq}::bigint AND e.recorded_at < ${cutoff}::timestamptz
     ORDER BY c.seq DESC LIMIT 1`;
  return closed && { lastSeq: Number(closed.seq), after };
}

async function describe(prisma: PrismaService, key: JsonWebKey, due: Due, now: Date): Promise<Segment> {
  const { after, lastSeq } = due;
  const checked = await checkEntries(storedEntries(prisma, after.seq + 1, lastSeq), after);
  const [fault] = checked.faults;
  if (fault) throw new PruneRejected(fault.text);
  if (!checked.first || checked.last?.seq !== lastSeq) throw new PruneRejected('entries are missing');
  return signSegment(key, {
    firstSeq: checked.first.seq,
    lastSeq,
    prev: after.hash,
    lastHash: checked.last.hash,
    firstRecorded: checked.first.recordedAt,
    lastRecorded: checked.last.recordedAt,
    prunedAt: now.toISOString(),
  });
}

async function replace(tx: Tx, segment: Segment, now: Date): Promise<void> {
  const { firstSeq, lastSeq } = segment;
  const count = lastSeq - firstSeq + 1;
  await tx.segment.createMany({ data: [segment] });
  const removed = await tx.$executeRaw`
    DELETE FROM entries WHERE seq BETWEEN ${firstSeq}::bigint AND ${lastSeq}::bigint`;
  if (removed !== count) throw new PruneRejected(`${removed} entries were found instead of ${count}`);
  const id = randomUUID();
  await acceptArrival(tx, {
    id,
    source: 'audit',
    record: {
      action: 'audit.prune',
      outcome: 'success',
      reason: null,
      actor: { kind: 'system', id: null, role: null },
      subject: null,
      related: [],
      from: null,
      requestId: id,
      at: now.toISOString(),
      codes: [`entries-${firstSeq}-to-${lastSeq}`],
      count,
    },
  });
}
