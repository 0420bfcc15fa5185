import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase, eventually } from '@caredrop/testing';
import { MigrationChanged, runMigrations } from '../src/index.js';

let folder: string;
let database: { url: string; drop(): Promise<void> };

async function write(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, 'migration.sql'), sql);
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url, statement_timeout: 10_000 });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await write('20260101000000_first', 'CREATE TABLE a (id int)');
  const empty = await mkdtemp(path.join(tmpdir(), 'none-'));
  database = await createTestDatabase({ migrations: empty });
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('runMigrations', () => {
  it('missing migrations are applied once and in order', async () => {
    await write('20260102000000_second', 'ALTER TABLE a ADD COLUMN b int');
    expect(await runMigrations(database.url, folder)).toEqual([
      '20260101000000_first',
      '20260102000000_second',
    ]);
    expect(await runMigrations(database.url, folder)).toEqual([]);
  });

  it('concurrent replicas apply a migration once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => runMigrations(database.url, folder)));
    expect(applied.flat()).toEqual(['20260101000000_first']);
  });

  it('a replica waits while another one applies migrations', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock(728371001)');
    const applied = runMigrations(database.url, folder);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () => expect(await query(waiting)).toHaveLength(1));
    expect(await query("SELECT to_regclass('a') AS a")).toEqual([{ a: null }]);
    await other.end();
    expect(await applied).toEqual(['20260101000000_first']);
  });

  it('a migration that waits for a running backup lets other statements run, and is applied after the backup', async () => {
    await runMigrations(database.url, folder);
    await write('20260102000000_second', 'ALTER TABLE a ADD COLUMN b int');
    const backup = new pg.Client({ connectionString: database.url });
    await backup.connect();
    try {
      await backup.query('BEGIN; LOCK TABLE a IN ACCESS SHARE MODE');
      const applied = runMigrations(database.url, folder);
      const waiting = `SELECT FROM pg_locks WHERE relation = 'a'::regclass AND NOT granted`;
      await eventually(async () => expect(await query(waiting)).toHaveLength(1));
      expect(await query('SELECT id FROM a')).toEqual([]);
      await backup.query('COMMIT');
      expect(await applied).toEqual(['20260102000000_second']);
    } finally {
      await backup.end();
    }
  });

  it('a failing migration is rolled back completely', async () => {
    await write('20260102000000_second', 'CREATE TABLE b (id int); SELECT nonsense');
    await expect(runMigrations(database.url, folder)).rejects.toThrow(/nonsense/);
    expect(await query("SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
    expect(await query('SELECT migration_name FROM "_prisma_migrations"')).toHaveLength(1);
  });

  it('an applied migration that was changed is refused', async () => {
    await runMigrations(database.url, folder);
    await write('20260101000000_first', 'CREATE TABLE a (id bigint)');
    await expect(runMigrations(database.url, folder)).rejects.toBeInstanceOf(MigrationChanged);
  });
});
