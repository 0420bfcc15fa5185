import type { Tx } from '../database/prisma.service.js';
import type { Segment } from './segment.js';
import { toSegment } from './segment-row.js';

export async function readSegments(prisma: Pick<Tx, 'segment'>): Promise<Segment[]> {
  return (await prisma.segment.findMany({ orderBy: { firstSeq: 'asc' } })).map(toSegment);
}
