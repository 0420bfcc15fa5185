import type { RawSql } from '@caredrop/messaging';

/**
 * Seconds that the oldest entry after the newest checkpoint has waited to be signed; 0 when all are signed. Selects
 * the newest checkpoint in the same way as `newestCheckpoint`.
 */
export async function unsignedAge(db: Pick<RawSql, '$queryRawUnsafe'>): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ age: number | null }[]>(`
    SELECT extract(epoch FROM now() - e.recorded_at)::float8 AS age FROM entries e
     WHERE e.seq > coalesce((SELECT seq FROM checkpoints WHERE made_at <= now()
                              ORDER BY made_at DESC, seq DESC LIMIT 1), 0)
     ORDER BY e.seq LIMIT 1`);
  return row?.age ?? 0;
}
