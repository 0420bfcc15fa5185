import type { SealedRows, SqlRunner, SqlTransactions } from './sealed-rows.js';

/** The lock that the trigger `refuse_retired_key` holds in shared mode while a row is written. */
const LOCK = 728_371_002;

/** The key is still in use. */
class KeyInUse extends Error {
  constructor(keyId: string, rows: number, what: string) {
    super(`Key ${keyId} is in use by ${rows} ${what}: run "keys rewrap" first`);
    this.name = 'KeyInUse';
  }
}

/**
 * Retires a key: from now on the database rejects rows sealed under it, even from work in progress or a
 * replica with an old configuration. Throws {@link KeyInUse}, with nothing changed, while a row needs it.
 * Repeating it is harmless.
 */
export async function retireKey(
  database: SqlTransactions,
  kinds: SealedRows[],
  keyId: string,
): Promise<void> {
  await database.$transaction(async (tx) => {
    await tx.$queryRawUnsafe(`SELECT 1 FROM pg_advisory_xact_lock(${LOCK})`);
    for (const { table, keyId: column, what } of kinds) {
      const [row] = await tx.$queryRawUnsafe<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`,
        keyId,
      );
      if (row && row.count > 0) throw new KeyInUse(keyId, row.count, what);
    }
    await tx.$executeRawUnsafe('INSERT INTO retired_keys (key_id) VALUES ($1) ON CONFLICT DO NOTHING', keyId);
  });
}

/** The ids of the keys under which the database rejects rows. */
export async function retiredKeys(database: SqlRunner): Promise<string[]> {
  const rows = await database.$queryRawUnsafe<{ id: string }[]>('SELECT key_id AS id FROM retired_keys');
  return rows.map(({ id }) => id);
}
