import pg from 'pg';
import type { World } from '../world/world.ts';
import type { DatabaseOwner } from '../../stack/service-names.ts';

/** Queries a service's database directly, bypassing the proxies. */
export async function ask<Row extends object>(
  { stack }: World,
  owner: DatabaseOwner,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: stack.databases[owner] });
  client.on('error', () => undefined); // reported by the query
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export async function count(world: World, owner: DatabaseOwner, from: string): Promise<number> {
  const [row] = await ask<{ count: string }>(world, owner, `SELECT count(*) FROM ${from}`);
  return Number(row?.count ?? 0);
}
