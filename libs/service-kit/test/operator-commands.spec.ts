import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase, eventually, type TestDatabase } from '@caredrop/testing';
import {
  CannotStart,
  checkDatabase,
  checkKeys,
  checkPostgres,
  eventCommands,
  KeyRing,
  keyCommands,
  purgeRowsCommand,
  rawPgClient,
  runCommands,
  runMigrations,
  said,
  type KeyHolder,
} from '../src/index.js';

const INIT = `CREATE TABLE secrets (id uuid PRIMARY KEY, key_id text, bytes bytea);
  CREATE TABLE retired_keys (key_id text PRIMARY KEY);
  CREATE TABLE outbox (id int); CREATE TABLE inbox (id int);`;
const rows = { table: 'secrets', keyId: 'key_id', bytes: 'bytes', what: 'secrets' };
const keys = { k1: Buffer.alloc(32, 1), k2: Buffer.alloc(32, 2), k9: Buffer.alloc(32, 9) };
const setting = { current: 'k2', keys: { k1: keys.k1, k2: keys.k2 } };

let migrations: string;
let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  migrations = await mkdtemp(path.join(tmpdir(), 'operator-'));
  await addMigration('20260101000000_init', INIT);
  database = await createTestDatabase({ migrations });
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(migrations, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(migrations, name), { recursive: true });
  await writeFile(path.join(migrations, name, 'migration.sql'), sql);
}

/** Runs `work` in one transaction, like Prisma's client. */
async function inTransaction<T>(work: (tx: ReturnType<typeof rawPgClient>) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(rawPgClient(client as unknown as pg.Pool));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

describe('the commands for keys', () => {
  let ring: KeyRing;
  let currentKeyId: string;
  const recorded: string[] = [];

  beforeEach(() => {
    recorded.length = 0;
    ring = new KeyRing(setting);
    currentKeyId = 'k2';
  });

  function run(...words: string[]) {
    let rounds = 0;
    const holder: KeyHolder = {
      database: {
        ...rawPgClient(pool),
        // A rewrap that never ends must fail its test, not hang it.
        $transaction: (work) => {
          rounds += 1;
          return rounds > 200 ? Promise.reject(new Error('endless')) : inTransaction(work);
        },
      },
      rings: {
        RING: {
          setting,
          sealed: {
            rows,
            keys: {
              currentKeyId,
              opens: (keyId) => ring.key(keyId) !== undefined,
              rewrap: (sealed, id) => ring.seal(ring.open(sealed, id), id),
            },
            done: 'secrets are sealed',
          },
        },
        OTHER: { setting: { current: 'o1', keys: { o1: Buffer.alloc(32, 3) } } },
      },
      record: async ({ action, outcome, codes }) =>
        void recorded.push([action, outcome ?? 'success', ...(codes ?? [])].join(' ')),
    };
    const commands = keyCommands(['RING', 'OTHER'], (_env, work) => work(holder));
    return runCommands('token', commands, ['keys', ...words], {}, () => undefined);
  }

  async function seal(keyId: keyof typeof keys, id: string = randomUUID()): Promise<string> {
    const under = new KeyRing({ current: keyId, keys: { [keyId]: keys[keyId] } });
    const { bytes } = under.seal(Buffer.from('secret'), id);
    await pool.query('INSERT INTO secrets VALUES ($1, $2, $3)', [id, keyId, bytes]);
    return id;
  }
  const keyIds = async () =>
    (await pool.query<{ key_id: string }>('SELECT key_id FROM secrets ORDER BY id')).rows.map(
      (row) => row.key_id,
    );

  it('keys status shows the current key, old keys and a missing key, each with its number of rows', async () => {
    await seal('k1');
    await seal('k9');
    expect((await run('status')).text.split('\n')).toEqual([
      'RING k1: old, 1 secrets',
      'RING k2: current, 0 secrets',
      'RING k9: MISSING, 1 secrets',
      'OTHER o1: current',
    ]);
  });

  it('a key that is current, in use, unknown or in an unknown ring is not retired, and nothing is audited', async () => {
    await seal('k1');
    await expect(run('retire', 'k9')).rejects.toThrow('The key ring has no key k9; it has k1, k2');
    await expect(run('retire', 'k2')).rejects.toThrow('is the current key');
    await expect(run('retire', 'k1')).rejects.toThrow('Key k1 is in use by 1 secrets');
    await expect(run('retire', 'o1', '--ring', 'OTHER')).rejects.toThrow('is the current key');
    await expect(run('retire')).rejects.toThrow('Usage');
    await expect(run('retire', 'k1', '--ring', 'constructor')).rejects.toThrow('Unknown key ring');
    expect((await pool.query('SELECT FROM retired_keys')).rowCount).toBe(0);
    expect(recorded).toEqual([]);
  });

  it('an unused key is retired, audited and added to the database’s list of retired keys', async () => {
    await seal('k2');
    const { text } = await run('retire', 'k1');
    expect(text).toContain('key k1 is gone');
    expect((await pool.query('SELECT key_id FROM retired_keys')).rows).toEqual([{ key_id: 'k1' }]);
    expect(recorded).toEqual(['keys.rotate success retire']);
  });

  it('a ring that no longer seals keeps its current key, and the database’s list does not change', async () => {
    currentKeyId = 'key-of-kms';
    await expect(run('retire', 'k2')).rejects.toThrow(
      'Key k2 is the current key: make another key current first',
    );
    expect((await pool.query('SELECT FROM retired_keys')).rowCount).toBe(0);
  });

  it('the id of a retired key is not given to a new key, and a retired key does not become current', async () => {
    await pool.query(`INSERT INTO retired_keys VALUES ('k1'), ('k3')`);
    expect((await run('add')).text).toContain('key k4 is there');
    await expect(run('add', 'k3')).rejects.toThrow('Key k3 is retired');
    await expect(run('use', 'k1')).rejects.toThrow('Key k1 is retired');
    expect((await run('add', 'o3', '--ring', 'OTHER')).text).toContain('key o3 is there');
    expect(recorded).toEqual(['keys.rotate success add', 'keys.rotate success add']);
  });

  it('retiring a key waits for a row that is being written under it', async () => {
    const writer = await pool.connect();
    // Takes the lock that the tables' trigger takes before it accepts a row.
    await writer.query('BEGIN; SELECT pg_advisory_xact_lock_shared(728371002)');
    const retiring = run('retire', 'k1').catch((error: unknown) => error);
    await eventually(async () => {
      const { rowCount } = await pool.query(`SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`);
      expect(rowCount).toBe(1);
    });
    await writer.query(`INSERT INTO secrets VALUES (gen_random_uuid(), 'k1', '')`);
    await writer.query('COMMIT');
    writer.release();
    expect(await retiring).toMatchObject({ message: expect.stringContaining('in use by 1 secrets') });
  });

  it('rewrap seals every row under the current key, except for rows that cannot be opened', async () => {
    const id = await seal('k1');
    await pool.query('INSERT INTO secrets VALUES (gen_random_uuid(), NULL, NULL)');
    expect(await run('rewrap')).toMatchObject({ exitCode: 0, text: '1 secrets are sealed under k2 now' });
    const { rows: found } = await pool.query<{ bytes: Buffer }>('SELECT bytes FROM secrets WHERE id = $1', [
      id,
    ]);
    const bytes = new Uint8Array(found[0]?.bytes ?? []);
    expect(ring.open({ keyId: 'k2', bytes }, id).toString()).toBe('secret');
    const lost = await seal('k9');
    expect(await run('rewrap')).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining(`Cannot be opened: 1\n  ${lost}`),
    });
    expect(recorded).toEqual([
      'keys.rewrap success rewrapped.1 failed.0',
      'keys.rewrap failed rewrapped.0 failed.1',
    ]);
    await expect(run('rewrap', '--ring', 'OTHER')).rejects.toThrow('Nothing is encrypted under OTHER');
  });

  it('rewrap fails when the database refuses a row', async () => {
    await seal('k1');
    await pool.query(`ALTER TABLE secrets ADD CONSTRAINT refused CHECK (key_id <> 'k2')`);
    await expect(run('rewrap')).rejects.toThrow('refused');
    expect(await keyIds()).toEqual(['k1']);
    expect(recorded).toEqual([]);
  });

  it('rewrap skips a row that another transaction has locked, and reseals it in a later round', async () => {
    const [held] = [await seal('k1'), await seal('k1')];
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM secrets WHERE id = $1 FOR UPDATE', [held]);
    const rewrapping = run('rewrap');
    await eventually(async () => expect((await keyIds()).toSorted()).toEqual(['k1', 'k2']));
    await other.query('COMMIT');
    other.release();
    expect(await rewrapping).toMatchObject({ exitCode: 0 });
    expect(await keyIds()).toEqual(['k2', 'k2']);
  });

  it('doctor reports rows whose key is missing', async () => {
    await seal('k1');
    const check = (missing: string) =>
      checkKeys('RING', database.url, rows, (keyId) => keyId !== missing)[0]?.run();
    expect(await check('k2')).toMatchObject([{ state: 'ok' }]);
    expect(await check('k1')).toMatchObject([
      { state: 'failed', message: expect.stringContaining('need key k1') },
    ]);
    expect(checkKeys('RING', database.url, rows, undefined)).toEqual([]);
    expect(await checkKeys('RING', 'postgres://u@127.0.0.1:1/x', rows, () => true)[0]?.run()).toEqual([]);
  });
});

describe('the purge of rows', () => {
  const purge = (...words: string[]) =>
    runCommands(
      'auth',
      {
        purge: purgeRowsCommand<ReturnType<typeof rawPgClient>>(
          'Removes old rows.',
          (_env, work) => inTransaction(work),
          async (tx) => ({ rows: await tx.$executeRawUnsafe('DELETE FROM outbox WHERE id < 3') }),
        ),
      },
      ['purge', ...words],
      {},
    );
  const left = async () => (await pool.query('SELECT FROM outbox')).rowCount;

  it('a dry run reports what a purge removes and changes nothing', async () => {
    await pool.query('INSERT INTO outbox VALUES (1), (2), (3)');
    expect((await purge('--dry-run')).text).toBe('would remove: 2 rows');
    expect(await left()).toBe(3);
    expect((await purge()).text).toBe('removed: 2 rows');
    expect(await left()).toBe(1);
  });

  it('a failed purge reports its error', async () => {
    await pool.query('DROP TABLE outbox');
    await expect(purge('--dry-run')).rejects.toThrow('outbox');
  });
});

describe('the commands for dead letters', () => {
  it('a replay is audited with its count, and only if an event was replayed', async () => {
    const [replayed, recorded]: [unknown[], unknown[]] = [[], []];
    const commands = eventCommands('token', (_env, work) =>
      work({
        list: async () => [],
        replay: async (ids, onReplayed) => {
          replayed.push(ids);
          ids?.forEach(onReplayed);
        },
        record: async (event) => void recorded.push(event),
      }),
    );
    const replay = (...ids: string[]) => runCommands('token', commands, ['events', 'replay', ...ids], {});
    expect(await replay('a', 'b')).toEqual(said('token: 2 replayed'));
    await replay();
    expect(replayed).toEqual([['a', 'b'], undefined]);
    expect(recorded).toEqual([{ action: 'events.replay', actor: 'system', count: 2, codes: ['token'] }]);
  });

  it('a replay that fails midway is audited with the number of events replayed until then, and reports its error', async () => {
    const recorded: unknown[] = [];
    const commands = eventCommands('token', (_env, work) =>
      work({
        list: async () => [],
        replay: async (_ids, onReplayed) => {
          onReplayed();
          throw new Error('broker away');
        },
        record: async (event) => void recorded.push(event),
      }),
    );
    const replaying = runCommands('token', commands, ['events', 'replay'], {});
    await expect(replaying).rejects.toThrow('broker away');
    expect(recorded).toEqual([{ action: 'events.replay', actor: 'system', count: 1, codes: ['token'] }]);
  });
});

describe('the Postgres checks', () => {
  const changedUrl = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  const check = async (url: string = database.url) =>
    ((await checkPostgres(url, migrations)[0]?.run()) ?? []).map(
      ({ component, state }) => `${component}: ${state}`,
    );

  it('doctor accepts the database of this version and warns about a superuser', async () => {
    expect(await check()).toEqual([
      'Postgres: ok',
      'Postgres role: warning',
      'Postgres schema: ok',
      'Clock: ok',
    ]);
  });

  it('doctor reports migrations that are missing or were applied with different content', async () => {
    await addMigration('20260102000000_more', 'SELECT 1');
    expect(await check()).toContain('Postgres schema: failed');
    await runMigrations(database.url, migrations);
    expect(await check()).toContain('Postgres schema: ok');
    await addMigration('20260102000000_more', 'SELECT 2');
    expect(await check()).toContain('Postgres schema: failed');
  });

  it.each(['finished_at = NULL', 'rolled_back_at = now()'])(
    'a migration with %s counts as missing',
    async (change) => {
      await pool.query(`UPDATE _prisma_migrations SET ${change}`);
      expect(await check()).toContain('Postgres schema: failed');
      await expect(runMigrations(database.url, migrations)).rejects.toThrow('already exists');
    },
  );

  /** A role without the privileges of other roles, and the URL with which it connects to the database. */
  async function weakRole(): Promise<{ role: string; weak: string }> {
    const role = `weak_${randomUUID().slice(0, 8)}`;
    await pool.query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'test'; GRANT SELECT ON _prisma_migrations TO ${role}`,
    );
    const weak = changedUrl((url) => {
      url.username = role;
      url.password = 'test';
    });
    return { role, weak };
  }

  it('doctor reports a database without migrations and a role without access to its tables', async () => {
    const { role, weak } = await weakRole();
    expect(await check(weak)).toEqual(['Postgres: ok', 'Postgres role: failed', 'Clock: ok']);
    await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await pool.query('DROP TABLE _prisma_migrations');
    expect(await check()).toContain('Postgres schema: failed');
  });

  it('doctor warns when the connections of all roles together are nearly as many as Postgres allows', async () => {
    const { role, weak } = await weakRole();
    // Makes Postgres appear to allow two connections: the role finds this function before Postgres's own.
    await pool.query(
      `CREATE FUNCTION current_setting(text) RETURNS text LANGUAGE sql AS 'SELECT text ''2''';
       ALTER ROLE ${role} SET search_path = public, pg_catalog`,
    );
    expect(await check(weak)).toContain('Postgres connections: warning');
    await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('a missing database prevents the start, but an unavailable Postgres does not', async () => {
    const start = (change: (url: URL) => void) => checkDatabase(changedUrl(change));
    await expect(start((url) => (url.pathname = '/no_such_database'))).rejects.toThrow(CannotStart);
    await expect(start((url) => (url.port = '1'))).resolves.toBeUndefined();
    await expect(checkDatabase(database.url)).resolves.toBeUndefined();
    expect(await check(changedUrl((url) => (url.port = '1')))).toEqual(['Postgres: failed']);
  });
});
