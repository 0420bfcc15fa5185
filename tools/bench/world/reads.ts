import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { World } from './world.ts';

/** How often Postgres has read links and documents until now. */
export interface Reads {
  /** The tables from end to end. */
  tables: number;
  /** By index. */
  indexes: Map<string, number>;
}

/** A connection tells of its reads with its next statement after this, ms. */
const TOLD_AFTER = 1_100;
/** As many calls as a service has connections tell of all of them. */
const CALLS = 10;

export async function readsOf(world: World): Promise<Reads> {
  await delay(TOLD_AFTER);
  const headers = { authorization: `Bearer ${world.clinician.bearer}` };
  for (const list of ['/api/tokens?limit=1', '/api/documents?limit=1'])
    await Promise.all(Array.from({ length: CALLS }, () => fetch(world.url + list, { headers })));
  await delay(100);
  const { token, document } = world.databases;
  for (const own of [token, document]) await own.query('SELECT pg_stat_force_next_flush()');
  const both = await Promise.all([readsIn(token, 'tokens'), readsIn(document, 'documents')]);
  return {
    tables: both.reduce((sum, { tables }) => sum + tables, 0),
    indexes: new Map(both.flatMap(({ indexes }) => [...indexes])),
  };
}

async function readsIn(client: pg.Client, table: string): Promise<Reads> {
  const { rows } = await client.query<{ name: string | null; scans: number }>(
    `SELECT NULL AS name, seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = $1
     UNION ALL SELECT indexrelname, idx_scan::int FROM pg_stat_user_indexes WHERE relname = $1`,
    [table],
  );
  const [whole] = rows.filter(({ name }) => name === null);
  const indexes = rows.flatMap(({ name, scans }) => (name === null ? [] : [[name, scans] as const]));
  return { tables: whole?.scans ?? 0, indexes: new Map(indexes) };
}
