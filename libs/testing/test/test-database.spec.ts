import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '../src/index.js';

async function migrationsFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await mkdir(path.join(folder, '20260101000000_first'));
  await writeFile(
    path.join(folder, '20260101000000_first/migration.sql'),
    'CREATE TABLE thing (id int PRIMARY KEY);',
  );
  await writeFile(path.join(folder, 'migration_lock.toml'), 'provider = "postgresql"');
  return folder;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('concurrent callers each get their own migrated test database', async () => {
  const migrations = await migrationsFolder();
  const databases = await Promise.all([1, 2, 3, 4].map(() => createTestDatabase({ migrations })));
  await query(databases[0]!.url, 'INSERT INTO thing VALUES (1)');
  const counts = await Promise.all(databases.map((database) => query(database.url, 'SELECT id FROM thing')));
  expect(counts.map((rows) => rows.length)).toEqual([1, 0, 0, 0]);
  await Promise.all(databases.map((database) => database.drop()));
});

test('a test database has its migrations marked as applied in Prisma’s table', async () => {
  const database = await createTestDatabase({ migrations: await migrationsFolder() });
  const rows = await query(database.url, 'SELECT migration_name, finished_at FROM "_prisma_migrations"');
  expect(rows).toEqual([{ migration_name: '20260101000000_first', finished_at: expect.any(Date) as Date }]);
  await database.drop();
});

test('a test database with an open connection can be dropped', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined); // the server ends this connection, which is what the test is about
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});
