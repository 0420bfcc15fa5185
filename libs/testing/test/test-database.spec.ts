import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase, eventually } from '../src/index.js';

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
  client.on('error', () => undefined); // The server ends this connection, which is what the test checks.
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test('a connection that is closing while its test database is dropped is not cut', async () => {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const closing = new pg.Client({ connectionString: database.url });
  const errors: Error[] = [];
  closing.on('error', (error) => errors.push(error));
  await closing.connect();
  const observer = new pg.Client({ connectionString: database.url.replace(name, 'postgres') });
  await observer.connect();
  const dropping = database.drop();
  const drops = () =>
    observer.query(`SELECT 1 FROM pg_stat_activity WHERE query LIKE $1 AND state = 'active'`, [
      `DROP DATABASE%${name}%`,
    ]);
  await eventually(async () => expect((await drops()).rowCount).toBe(1));
  await closing.end();
  await dropping;
  await observer.end();
  expect(errors).toEqual([]);
});
