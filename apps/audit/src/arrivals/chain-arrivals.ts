import { Injectable } from '@nestjs/common';
import type { AuditRecord, SettingMarks } from '@caredrop/contracts';
import { EMPTY, linkEntries, type Head } from '../chain/link-entries.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { toRow } from '../entries/entry-row.js';
import type { Arrival } from './accept-arrival.js';
import { toUnlinked } from './to-unlinked.js';

/**
 * Advisory lock: only one process at a time adds to the chain, however many replicas there are.
 */
const CHAIN = 728_371_200;
export const BATCH = 500;

/** The end of the chain; {@link EMPTY} before the first entry. The last entry is never pruned. */
export async function headOf(db: Pick<Tx, 'entry'>): Promise<Head> {
  const last = await db.entry.findFirst({ orderBy: { seq: 'desc' }, select: { seq: true, hash: true } });
  return last ? { seq: Number(last.seq), hash: last.hash } : EMPTY;
}

@Injectable()
export class ChainArrivals {
  constructor(private readonly prisma: PrismaService) {}

  /** Adds arrivals to the chain, up to 500 in one transaction. Returns the number of arrivals processed. */
  execute(): Promise<number> {
    return this.prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHAIN}::bigint)`;
        const arrivals = await tx.arrival.findMany({ orderBy: { position: 'asc' }, take: BATCH });
        if (arrivals.length === 0) return 0;
        await chain(
          tx,
          arrivals.map(({ id, source, record }) => ({ id, source, record: record as AuditRecord })),
        );
        await tx.arrival.deleteMany({
          where: { position: { in: arrivals.map(({ position }) => position) } },
        });
        return arrivals.length;
      },
      { timeout: 30_000, maxWait: 10_000 },
    );
  }
}

async function chain(tx: Tx, arrivals: Arrival[]): Promise<void> {
  const fresh = await withoutKnown(tx, arrivals);
  const before = await startsBefore(tx, fresh);
  const entries = toUnlinked(fresh, (source) => before.get(source) ?? null);
  const [clock] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const linked = linkEntries(await headOf(tx), entries, clock?.now ?? new Date());
  await tx.entry.createMany({ data: linked.map(toRow) });
}

/** Drops arrivals that are already in the chain: a duplicate can be queued while its first copy is being chained. */
async function withoutKnown(tx: Tx, arrivals: Arrival[]): Promise<Arrival[]> {
  const ids = arrivals.map(({ id }) => id);
  const known = await tx.entry.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const chained = new Set(known.map(({ id }) => id));
  return arrivals.filter(({ id }) => !chained.has(id));
}

async function startsBefore(tx: Tx, arrivals: Arrival[]): Promise<Map<string, SettingMarks>> {
  const starting = arrivals.filter(({ record }) => record.action === 'service.start');
  const marks = new Map<string, SettingMarks>();
  for (const source of new Set(starting.map((arrival) => arrival.source))) {
    const where = { source, action: 'service.start' };
    const last = await tx.entry.findFirst({ where, orderBy: { seq: 'desc' }, select: { settings: true } });
    if (last?.settings) marks.set(source, last.settings as SettingMarks);
  }
  return marks;
}
