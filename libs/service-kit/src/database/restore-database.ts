import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { IS_CLIENT } from './client-sessions.js';
import { DumpDamaged, readDump, tableFile, verifyDump, type DatabaseDump } from './database-dump.js';
import type { KeyRings } from './dump-database.js';
import { runMigrations } from './run-migrations.js';
import { quote, tablesWithRows } from './schema-facts.js';

export interface RestoreOptions {
  databaseUrl: string;
  /** A folder written by {@link dumpDatabase}. */
  folder: string;
  /** The folder of the service's migrations. */
  migrations: string;
  /** Whether existing data may be replaced. */
  replace: boolean;
  /** The keys of this configuration, compared with the keys that the rows need. */
  rings?: KeyRings;
  /** Only checks whether the restore would fail. */
  checkOnly?: boolean;
  /** A statement to run on the restored rows, in the same transaction, whatever version made the backup. */
  afterRestore?: string | undefined;
}

/**
 * The database is in use or contains data that may not be replaced, or a key is missing or differs. Nothing was
 * changed.
 */
export class RestoreRejected extends Error {
  constructor(database: string, reason: string) {
    super(`${database}: nothing was changed: ${reason}`);
    this.name = 'RestoreRejected';
  }
}

/**
 * Restores a database from a dump: creates its tables with the migrations of that time, then inserts the rows in one
 * transaction. Newer migrations are not applied: the start of the service does that, or `migrate` where MIGRATE=never.
 * The files and the database are checked first; those checks throw {@link DumpDamaged} or {@link RestoreRejected} with
 * nothing changed. After a later failure the database is unusable, and the restore has to be repeated, with `replace`
 * if there are rows by then.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<DatabaseDump> {
  const dump = await readDump(options.folder);
  await verifyDump(options.folder, dump);
  await rejectUnknownMigrations(dump, options);
  rejectMissingKeys(dump, options.rings ?? {});
  await connected(options.databaseUrl, (client) => rejectDataThatMayNotGo(client, dump, options.replace));
  if (options.checkOnly) return dump;
  await connected(options.databaseUrl, clear);
  await runMigrations(options.databaseUrl, options.migrations, dump.migrations);
  await connected(options.databaseUrl, (client) => load(client, options, dump));
  return dump;
}

/**
 * Prepares a database that was restored by other means: runs `afterRestore` and empties `audit_streams`, which
 * {@link dumpDatabase} leaves out. Returns the database's name. Throws {@link RestoreRejected}.
 */
export async function prepareRestored({
  databaseUrl,
  afterRestore = '',
}: Pick<RestoreOptions, 'databaseUrl' | 'afterRestore'>): Promise<string> {
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    const database = rows[0]?.name ?? '';
    await rejectConnected(client, database);
    // Several statements in one query are one transaction.
    await client.query(`${EMPTY_AUDIT_STREAMS}; ${afterRestore}`);
    return database;
  });
}

/** Version 0.1 has no such table. */
const EMPTY_AUDIT_STREAMS = `
  DO $$ BEGIN
    IF to_regclass('public.audit_streams') IS NOT NULL THEN DELETE FROM audit_streams; END IF;
  END $$`;

async function rejectUnknownMigrations(dump: DatabaseDump, { migrations, folder }: RestoreOptions) {
  const known = new Set(await readdir(migrations));
  const unknown = dump.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new DumpDamaged(
      folder,
      `it was made by a newer version (${unknown.join(', ')}): restore with that version`,
    );
}

/** Without its key a row is lost. Another key with the same id does not help. */
function rejectMissingKeys({ database, keys }: DatabaseDump, rings: KeyRings): void {
  const problems = Object.entries(keys).flatMap(([column, ids]) => {
    const ring = rings[column];
    if (!ring) return [];
    return Object.entries(ids).flatMap(([id, expected]) => {
      if (expected === null || ring.fingerprint(id) === expected) return [];
      return [`${column} needs key ${id}, ${ring.key(id) ? 'and this is another key' : 'which is missing'}`];
    });
  });
  if (problems.length > 0) throw new RestoreRejected(database, problems.join('; '));
}

async function rejectDataThatMayNotGo(
  client: pg.Client,
  { database }: DatabaseDump,
  replace: boolean,
): Promise<void> {
  await rejectConnected(client, database);
  const filled = await tablesWithRows(client);
  if (filled.length > 0 && !replace)
    throw new RestoreRejected(
      database,
      `it contains data (${filled.join(', ')}): use --replace to delete it`,
    );
}

async function clear(client: pg.Client): Promise<void> {
  await client.query('DROP SCHEMA public CASCADE');
  await client.query('CREATE SCHEMA public');
  await client.query('GRANT USAGE ON SCHEMA public TO PUBLIC'); // Restores the state after initdb.
}

/** Postgres needs a moment to notice that a service that has just stopped is gone. */
const CLOSING_MS = 5_000;

async function rejectConnected(client: pg.Client, database: string): Promise<void> {
  const deadline = Date.now() + CLOSING_MS;
  for (let others = await otherClients(client); others > 0; others = await otherClients(client)) {
    if (Date.now() > deadline)
      throw new RestoreRejected(database, `${others} connections are open: stop its service first`);
    await delay(100);
  }
}

async function otherClients(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${IS_CLIENT}`,
  );
  return rows[0]?.count ?? 0;
}

async function load(
  client: pg.Client,
  { folder, afterRestore }: RestoreOptions,
  dump: DatabaseDump,
): Promise<void> {
  await client.query('BEGIN');
  // Disables the triggers that maintain counts, because the counts come from the dump.
  await client.query(`SET LOCAL caredrop.restoring = 'on'`);
  // A migration may have inserted rows, which the dump's rows replace.
  for (const name of await tablesWithRows(client)) await client.query(`DELETE FROM ${quote(name)}`);
  for (const { name, columns, rows } of dump.tables) {
    const target = client.query(
      copyFrom(`COPY ${quote(name)} (${columns.map(quote).join(', ')}) FROM STDIN`),
    );
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), target);
    if (target.rowCount !== rows)
      throw new DumpDamaged(folder, `${name} has ${target.rowCount} rows instead of ${rows}`);
  }
  for (const [name, last] of Object.entries(dump.sequences))
    if (last !== null) await client.query('SELECT setval($1::regclass, $2)', [`public.${quote(name)}`, last]);
  if (afterRestore) await client.query(afterRestore);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}

async function connected<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
