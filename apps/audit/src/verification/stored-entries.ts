import type { ChainEntry } from '../chain/entry.js';
import type { Tx } from '../database/prisma.service.js';
import { toEntry } from '../entries/entry-row.js';

const BATCH = 1000;

/**
 * Entries from `first` to `last` in the order of the chain, a thousand in memory at a time. By default this includes
 * entries numbered below 1, which do not belong to the chain.
 */
export async function* storedEntries(
  prisma: Pick<Tx, 'entry'>,
  first: number = Number.MIN_SAFE_INTEGER,
  last: number = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<ChainEntry> {
  for (let from = first; ;) {
    const where = { seq: { gte: from, lte: last } };
    const rows = await prisma.entry.findMany({ where, orderBy: { seq: 'asc' }, take: BATCH });
    for (const row of rows) yield toEntry(row);
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    from = Number(end.seq) + 1;
  }
}
