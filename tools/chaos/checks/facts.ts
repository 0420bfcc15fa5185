import pg from 'pg';
import type { Harness } from '../harness/harness.ts';
import type { DatabaseOwner } from '../../stack/service-names.ts';

/** Queries a service's database directly, bypassing the proxies. */
export async function query<Row extends object>(
  { stack }: Harness,
  owner: DatabaseOwner,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: stack.databases[owner] });
  client.on('error', () => undefined); // Reported by the query.
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export async function count(harness: Harness, owner: DatabaseOwner, from: string): Promise<number> {
  const [row] = await query<{ count: string }>(harness, owner, `SELECT count(*) FROM ${from}`);
  return Number(row?.count ?? 0);
}
