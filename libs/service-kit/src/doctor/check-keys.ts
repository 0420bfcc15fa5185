import pg from 'pg';
import { KeyRing } from '../crypto/key-ring.js';
import type { SealedRows } from '../keys/sealed-rows.js';
import type { Check } from './doctor-command.js';
import { ok, fail, type CheckResult } from './check-result.js';

const PAGE = 'docs/key-rotation.md';

/**
 * Checks that the ring has every key that a row needs. `opens` is undefined when the ring's setting is
 * invalid.
 */
export const checkKeys = (
  setting: string,
  databaseUrl: string | undefined,
  rows: SealedRows,
  opens: ((keyId: string) => boolean) | undefined,
): Check[] =>
  databaseUrl && opens
    ? [{ component: setting, page: PAGE, run: () => check(setting, databaseUrl, rows, opens) }]
    : [];

/** Same as {@link checkKeys}, for keys that are a ring in a setting. */
export function checkKeyRing(
  setting: string,
  databaseUrl: string | undefined,
  rows: SealedRows,
  keys: ConstructorParameters<typeof KeyRing>[0] | undefined,
): Check[] {
  const ring = keys && new KeyRing(keys);
  return checkKeys(setting, databaseUrl, rows, ring && ((keyId) => ring.key(keyId) !== undefined));
}

async function check(
  setting: string,
  databaseUrl: string,
  { table, keyId, what }: SealedRows,
  opens: (keyId: string) => boolean,
): Promise<CheckResult[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string; count: number }>(
      `SELECT ${keyId} AS id, count(*)::int AS count FROM ${table} WHERE ${keyId} IS NOT NULL GROUP BY 1`,
    );
    const lost = rows.filter(({ id }) => !opens(id));
    if (lost.length === 0) return [ok(setting, `can decrypt all ${what}`)];
    return lost.map(({ id, count }) =>
      fail(
        setting,
        `${String(count)} ${what} need key ${id}, which is missing`,
        `restore it from the sealed export (docs/backup.md); remove keys only with the command "keys retire": ${PAGE}`,
      ),
    );
  } catch {
    return []; // The Postgres check reports an unavailable database or a missing table.
  } finally {
    await client.end().catch(() => undefined);
  }
}
