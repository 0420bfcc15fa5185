import type { RawSql } from '@caredrop/messaging';

/**
 * How long the oldest unshipped entry has waited, in seconds; 0 when all are shipped. There is no position until the
 * receiver has accepted the first batch.
 */
export async function unshippedAge(db: Pick<RawSql, '$queryRawUnsafe'>): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ age: number | null }[]>(`
    SELECT extract(epoch FROM now() - e.recorded_at)::float8 AS age FROM entries e
     WHERE e.seq > (SELECT coalesce(max(seq), 0) FROM shipping_positions) ORDER BY e.seq LIMIT 1`);
  return row?.age ?? 0;
}
