import type { RawSql } from '@caredrop/messaging';

/** How long the oldest unshipped entry has waited, in seconds; 0 when all are shipped or shipping was never on. */
export async function unshippedAge(db: Pick<RawSql, '$queryRawUnsafe'>): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ age: number | null }[]>(`
    SELECT extract(epoch FROM now() - e.recorded_at)::float8 AS age FROM entries e, shipping_positions p
     WHERE e.seq > p.seq ORDER BY e.seq LIMIT 1`);
  return row?.age ?? 0;
}
