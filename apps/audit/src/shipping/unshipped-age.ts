import type { RawSql } from '@caredrop/messaging';

/** Seconds that the oldest entry has waited to be sent to the receiver; 0 when all are sent or nothing is shipped. */
export async function unshippedAge(db: Pick<RawSql, '$queryRawUnsafe'>): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ age: number | null }[]>(`
    SELECT extract(epoch FROM now() - e.recorded_at)::float8 AS age FROM entries e, shipping_positions p
     WHERE e.seq > p.seq ORDER BY e.seq LIMIT 1`);
  return row?.age ?? 0;
}
