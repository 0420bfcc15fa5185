import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';

/** Creates a database with messaging's tables and one more table for the effects of handlers. */
export async function createServiceDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const files = ['messaging-tables.sql', 'audit-streams.sql'];
  const parts = files.map((name) => readFile(new URL(`../../sql/${name}`, import.meta.url), 'utf8'));
  const sql = (await Promise.all(parts)).join('\n');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`${sql}; CREATE TABLE effect (event_id uuid NOT NULL, note text NOT NULL)`);
  await client.end();
  return database;
}
