import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Harness } from './harness.ts';

/** How often Postgres has scanned links and documents so far. */
export interface ScanCounts {
  /** Sequential scans of the tables. */
  tables: number;
  /** Scans by index name. */
  indexes: Map<string, number>;
}

/** A connection reports its scans with its first statement after this delay, ms. */
const STATISTICS_DELAY_MS = 1_100;
/** As many concurrent calls as a service has connections, so that each connection reports. */
const CALLS = 10;

export async function scanCountsOf(harness: Harness): Promise<ScanCounts> {
  await delay(STATISTICS_DELAY_MS);
  const headers = { authorization: `Bearer ${harness.clinician.bearer}` };
  for (const list of ['/api/tokens?limit=1', '/api/documents?limit=1'])
    await Promise.all(Array.from({ length: CALLS }, () => fetch(harness.url + list, { headers })));
  await delay(100);
  const { token, document } = harness.databases;
  for (const own of [token, document]) await own.query('SELECT pg_stat_force_next_flush()');
  const both = await Promise.all([scanCountsIn(token, 'tokens'), scanCountsIn(document, 'documents')]);
  return {
    tables: both.reduce((sum, { tables }) => sum + tables, 0),
    indexes: new Map(both.flatMap(({ indexes }) => [...indexes])),
  };
}

async function scanCountsIn(client: pg.Client, table: string): Promise<ScanCounts> {
  const { rows } = await client.query<{ name: string | null; scans: number }>(
    `SELECT NULL AS name, seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = $1
     UNION ALL SELECT indexrelname, idx_scan::int FROM pg_stat_user_indexes WHERE relname = $1`,
    [table],
  );
  const [whole] = rows.filter(({ name }) => name === null);
  const indexes = rows.flatMap(({ name, scans }) => (name === null ? [] : [[name, scans] as const]));
  return { tables: whole?.scans ?? 0, indexes: new Map(indexes) };
}
