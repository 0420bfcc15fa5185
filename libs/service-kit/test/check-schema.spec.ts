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

it('lets a service start on a database of its own version', async () => {
  await runMigrations(database.url, migrations);
  await expect(checkSchema(database.url, migrations)).resolves.toBeUndefined();
});

it('lets the version before start on a database that a newer one has migrated', async () => {
  await addMigration('20260102000000_more', 'ALTER TABLE links ADD COLUMN note text');
  await runMigrations(database.url, migrations);
  await rm(path.join(migrations, '20260102000000_more'), { recursive: true });
  await expect(checkSchema(database.url, migrations)).resolves.toBeUndefined();
});

it('stops a newer version on a database of the version before, with a sentence that says what to do', async () => {
  await runMigrations(database.url, migrations);
  await addMigration('20260102000000_more', 'ALTER TABLE links ADD COLUMN note text');
  const start = checkSchema(database.url, migrations);
  await expect(start).rejects.toThrow(CannotStart);
  await expect(start).rejects.toThrow('it lacks 20260102000000_more. Run this version');
});

it('stops a service on a database that nothing has migrated', async () => {
  await expect(checkSchema(database.url, migrations)).rejects.toThrow('it has no migration');
});

it('says nothing of a database that is away: the service waits for it', async () => {
  await expect(checkSchema('postgres://u:p@127.0.0.1:1/x', migrations)).resolves.toBeUndefined();
});
