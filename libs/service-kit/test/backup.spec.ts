import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase, eventually } from '@caredrop/testing';
import {
  backupCommands,
  DumpDamaged,
  dumpDatabase,
  KeyRing,
  readDump,
  RestoreRejected,
  restoreDatabase,
  runCommands,
  type KeyRings,
} from '../src/index.js';

const INIT = `
  CREATE TABLE a_child (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent_id uuid NOT NULL);
  CREATE TABLE parents (id uuid PRIMARY KEY, note text, bytes bytea, at timestamptz(3), doc jsonb, key_id text,
    length int GENERATED ALWAYS AS (length(note)) STORED);
  ALTER TABLE a_child ADD FOREIGN KEY (parent_id) REFERENCES parents (id);`;
const NOTE = String.raw`tab	newline
quote " backslash \N \. ünïcode 🌷`;

let migrations: string;
let backup: string;
let databases: { url: string; drop(): Promise<void> }[];
let source: string;

beforeEach(async () => {
  migrations = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  backup = path.join(await mkdtemp(path.join(tmpdir(), 'backup-')), 'token');
  await addMigration('20260101000000_init', INIT);
  databases = [];
  source = await newDatabase(migrations);
  await query(
    source,
    `INSERT INTO parents (id, note, bytes, at, doc, key_id) VALUES
      ('11111111-1111-4111-8111-111111111111', $1, '\\x00ff5c0a', '2026-11-21T10:00:00.123Z', '{"a": "b\\n"}', 'k1'),
      ('22222222-2222-4222-8222-222222222222', NULL, NULL, NULL, NULL, NULL)`,
    [NOTE],
  );
  await query(source, `INSERT INTO a_child (parent_id) SELECT id FROM parents ORDER BY id`);
});
afterEach(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await Promise.all([migrations, path.dirname(backup)].map((folder) => rm(folder, { recursive: true })));
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(migrations, name), { recursive: true });
  await writeFile(path.join(migrations, name, 'migration.sql'), sql);
}
async function newDatabase(folder: string): Promise<string> {
  const database = await createTestDatabase({ migrations: folder });
  databases.push(database);
  return database.url;
}
/** A role without the privileges of other roles, and the URL with which it connects to the database. */
async function newRole(database: string): Promise<{ url: string; drop(): Promise<unknown> }> {
  const name = `role_${randomUUID().slice(0, 8)}`;
  await query(database, `CREATE ROLE ${name} LOGIN PASSWORD 'test'`);
  const url = Object.assign(new URL(database), { username: name, password: 'test' }).href;
  return { url, drop: () => query(database, `DROP ROLE ${name}`) };
}
async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
const parents = (url: string) => query(url, 'SELECT * FROM parents ORDER BY id');
const children = (url: string) => query(url, 'SELECT * FROM a_child ORDER BY id');
const restore = (databaseUrl: string, replace = false) =>
  restoreDatabase({ databaseUrl, folder: backup, migrations, replace });

describe('backup and restore of a database', () => {
  it('a restore into an empty database restores every value', async () => {
    const dump = await dumpDatabase(source, backup);
    expect(dump.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['parents', 2],
      ['a_child', 2],
    ]);
    const target = await newDatabase(migrations);
    await restore(target);
    expect(await parents(target)).toEqual(await parents(source));
    expect(await children(target)).toEqual(await children(source));
    expect((await parents(target))[0]).toMatchObject({ note: NOTE, length: [...NOTE].length });
  });

  it('identity columns continue counting after a restore', async () => {
    await dumpDatabase(source, backup);
    const target = await newDatabase(migrations);
    await restore(target);
    const [row] = await query(
      target,
      'INSERT INTO a_child (parent_id) SELECT id FROM parents LIMIT 1 RETURNING id',
    );
    expect(row).toEqual({ id: 3 });
  });

  it('a dump is consistent while other transactions write', async () => {
    const writer = new pg.Client({ connectionString: source });
    await writer.connect();
    let ended = false;
    const dumping = dumpDatabase(source, backup).finally(() => (ended = true));
    // Both tables change together, repeatedly: a dump that read them at two different moments would be
    // inconsistent.
    while (!ended)
      await writer.query(
        `BEGIN;
         INSERT INTO parents (id) VALUES (gen_random_uuid());
         INSERT INTO a_child (parent_id) SELECT id FROM parents WHERE id NOT IN (SELECT parent_id FROM a_child);
         COMMIT`,
      );
    const { tables } = await dumping;
    await writer.end();
    const target = await newDatabase(migrations);
    await restore(target);
    expect(tables[0]?.rows).toBe(tables[1]?.rows);
    expect(await parents(target)).toHaveLength(tables[0]?.rows ?? -1);
  });

  it('a restore without the key that the rows need is refused, and the error names the key', async () => {
    const ring = (id: string, fill: number) => ({
      'parents.key_id': new KeyRing({ current: id, keys: { [id]: Buffer.alloc(32, fill) } }),
    });
    const { keys } = await dumpDatabase(source, backup, ring('k1', 1));
    expect(keys).toEqual({ 'parents.key_id': { k1: expect.stringMatching(/^[0-9a-f]{16}$/) } });
    const target = await newDatabase(migrations);
    const attempt = (rings: KeyRings) =>
      restoreDatabase({ databaseUrl: target, folder: backup, migrations, replace: true, rings });
    await expect(attempt(ring('k2', 1))).rejects.toThrow('parents.key_id needs key k1, which is missing');
    await expect(attempt(ring('k1', 2))).rejects.toThrow(
      'parents.key_id needs key k1, and this is another key',
    );
    expect(await parents(target)).toEqual([]);
    await attempt(ring('k1', 1));
    expect(await parents(target)).toHaveLength(2);
  });

  it('a restore over existing data is refused unless replacing is requested', async () => {
    await dumpDatabase(source, backup);
    const target = await newDatabase(migrations);
    await query(target, `INSERT INTO parents (id) VALUES (gen_random_uuid())`);
    await expect(restore(target)).rejects.toThrow(RestoreRejected);
    expect(await parents(target)).toHaveLength(1);
    await restore(target, true);
    expect(await parents(target)).toEqual(await parents(source));
  });

  it('a restore is refused while the service is connected', async () => {
    await dumpDatabase(source, backup);
    const target = await newDatabase(migrations);
    const service = new pg.Client({ connectionString: target });
    await service.connect();
    await expect(restore(target)).rejects.toThrow('1 connections are open: stop its service first');
    await service.end();
  });

  it('a restore waits for the connections of a service that is just stopping', async () => {
    await dumpDatabase(source, backup);
    const target = await newDatabase(migrations);
    const service = new pg.Client({ connectionString: target });
    await service.connect();
    const restored = restore(target);
    await eventually(async () => {
      const checks = await query(target, `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()`);
      expect(checks.length).toBeGreaterThan(2); // The service, the restore, and this query.
    });
    await service.end();
    await restored;
    expect(await parents(target)).toEqual(await parents(source));
  });

  it('a restore is refused while the service is connected with a role other than that of the restore', async () => {
    await dumpDatabase(source, backup);
    const target = await newDatabase(migrations);
    const [owner, writer] = [await newRole(target), await newRole(target)];
    const service = new pg.Client({ connectionString: writer.url });
    await service.connect();
    await expect(restore(owner.url)).rejects.toThrow('1 connections are open: stop its service first');
    await service.end();
    await Promise.all([owner.drop(), writer.drop()]);
  });

  it('a changed dump file is refused before the database is changed', async () => {
    await dumpDatabase(source, backup);
    const file = path.join(backup, 'parents.copy.gz');
    const bytes = await readFile(file);
    bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
    await writeFile(file, bytes);
    const target = await newDatabase(migrations);
    await query(target, `INSERT INTO parents (id) VALUES (gen_random_uuid())`);
    await expect(restore(target, true)).rejects.toThrow('parents is missing or was changed');
    expect(await parents(target)).toHaveLength(1);
  });

  it.each<[string, string, string | RegExp]>([
    ['another number of rows', '"rows": 2', /parents has 2 rows instead of 3/],
    ['another format', 'caredrop-database/1', 'has an unknown format'],
    ['text that is not JSON', '{', 'has an unknown format'],
  ])('a manifest with %s is refused', async (_what, part, message) => {
    await dumpDatabase(source, backup);
    const file = path.join(backup, 'database.json');
    const changed = { '"rows": 2': '"rows": 3', '{': '[' }[part] ?? 'caredrop-database/9';
    await writeFile(file, (await readFile(file, 'utf8')).replace(part, changed));
    await expect(restore(await newDatabase(migrations))).rejects.toThrow(message);
  });

  it('a failed dump leaves no valid backup', async () => {
    await expect(dumpDatabase(source.replace(/\/[^/]*$/, '/nowhere'), backup)).rejects.toThrow();
    await expect(readDump(backup)).rejects.toThrow(DumpDamaged);
  });

  it('a dump of an older version is restored without applying newer migrations', async () => {
    await dumpDatabase(source, backup);
    await addMigration('20260102000000_later', 'ALTER TABLE parents ADD COLUMN must text NOT NULL');
    const target = await newDatabase(migrations);
    await restore(target);
    expect(Object.keys((await parents(target))[0] ?? {})).not.toContain('must');
  });

  it('a dump of a newer version is refused', async () => {
    await addMigration('20260102000000_later', 'ALTER TABLE parents ADD COLUMN more text');
    const newer = await newDatabase(migrations);
    await dumpDatabase(newer, backup);
    await rm(path.join(migrations, '20260102000000_later'), { recursive: true });
    await expect(restore(newer, true)).rejects.toThrow(
      'it was made by a newer version (20260102000000_later)',
    );
  });
});

describe('after-restore', () => {
  const streams = 'SELECT stream FROM audit_streams';
  const finish = async (afterRestore: string) => {
    const commands = backupCommands(() => ({ databaseUrl: source, migrations, rings: {}, afterRestore }));
    return (await runCommands('token', commands, ['after-restore'])).text;
  };

  beforeEach(() =>
    query(
      source,
      'CREATE TABLE audit_streams (stream uuid DEFAULT gen_random_uuid()); INSERT INTO audit_streams DEFAULT VALUES',
    ),
  );

  it('after-restore changes the rows as a restore does, and empties the numbering of audit records', async () => {
    expect(await finish(`UPDATE parents SET note = 'restored'`)).toMatch(/: its service may start$/);
    expect((await parents(source)).map(({ note }) => note)).toEqual(['restored', 'restored']);
    expect(await query(source, streams)).toEqual([]);
  });

  it('after-restore is refused while the service is connected', async () => {
    const service = new pg.Client({ connectionString: source });
    await service.connect();
    await expect(finish('DELETE FROM a_child')).rejects.toThrow(
      'nothing was changed: 1 connections are open: stop its service first',
    );
    await service.end();
    expect(await children(source)).toHaveLength(2);
    expect(await query(source, streams)).toHaveLength(1);
  });

  it('an after-restore that fails changes nothing', async () => {
    await expect(finish('DELETE FROM a_child; DELETE FROM missing')).rejects.toThrow('missing');
    expect(await children(source)).toHaveLength(2);
    expect(await query(source, streams)).toHaveLength(1);
  });
});

it('the commands backup and restore work together, and --check reports that a dump is restorable', async () => {
  const rings = { 'parents.key_id': new KeyRing({ current: 'k1', keys: { k1: Buffer.alloc(32, 1) } }) };
  const commands = (databaseUrl: string) => backupCommands(() => ({ databaseUrl, migrations, rings }));
  const run = async (url: string, ...argv: string[]) =>
    (await runCommands('token', commands(url), argv)).text;
  expect(await run(source, 'backup', '--to', backup)).toMatch(/: 4 rows of \d{4}-/);
  const target = await newDatabase(migrations);
  expect(await run(target, 'restore', '--from', backup, '--check')).toMatch(/: can be restored$/);
  expect(await run(target, 'restore', '--from', backup)).toMatch(/: 4 rows of .* restored$/);
  await expect(run(target, 'restore')).rejects.toThrow('Usage');
});
