import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@caredrop/testing';
import { CannotStart, checkSchema, runMigrations } from '../src/index.js';

let migrations: string;
let database: TestDatabase;

beforeEach(async () => {
  migrations = await mkdtemp(path.join(tmpdir(), 'schema-'));
  await addMigration('20260101000000_init', 'CREATE TABLE links (id int)');
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(migrations, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(migrations, name));
  await writeFile(path.join(migrations, name, 'migration.sql'), sql);
}

it('a service starts on a database of its own version', async () => {
  await runMigrations(database.url, migrations);
  await expect(checkSchema(database.url, migrations)).resolves.toBeUndefined();
});

it('the previous version starts on a database that a newer one has migrated', async () => {
  await addMigration('20260102000000_more', 'ALTER TABLE links ADD COLUMN note text');
  await runMigrations(database.url, migrations);
  await rm(path.join(migrations, '20260102000000_more'), { recursive: true });
  await expect(checkSchema(database.url, migrations)).resolves.toBeUndefined();
});

it('a newer version does not start on an older database and names the missing migration', async () => {
  await runMigrations(database.url, migrations);
  await addMigration('20260102000000_more', 'ALTER TABLE links ADD COLUMN note text');
  const start = checkSchema(database.url, migrations);
  await expect(start).rejects.toThrow(CannotStart);
  await expect(start).rejects.toThrow('it lacks 20260102000000_more. Run this version');
});

it('a service does not start on a database without migrations', async () => {
  await expect(checkSchema(database.url, migrations)).rejects.toThrow('it has no migration');
});

it('an unreachable database does not fail the schema check', async () => {
  await expect(checkSchema('postgres://u:p@127.0.0.1:1/x', migrations)).resolves.toBeUndefined();
});
