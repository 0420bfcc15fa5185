import type { Segment as SegmentRow } from '../generated/prisma/client.js';
import type { Segment } from './segment.js';

export function toSegment(row: SegmentRow): Segment {
  return {
    ...row,
    firstSeq: Number(row.firstSeq),
    lastSeq: Number(row.lastSeq),
    firstRecorded: row.firstRecorded.toISOString(),
    lastRecorded: row.lastRecorded.toISOString(),
    prunedAt: row.prunedAt.toISOString(),
  };
}
