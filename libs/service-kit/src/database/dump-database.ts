import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { KeyRing } from '../crypto/key-ring.js';
import { DUMP_FORMAT, manifestFile, tableFile, type DatabaseDump } from './database-dump.js';
import { columnsOf, keyColumns, quote, sequencesOf, tablesInOrder } from './schema-facts.js';

/** The ring that holds a column's keys, by `table.column`. */
export type KeyRings = Record<string, KeyRing>;

/**
 * Copies the tables of one database ({@link tablesInOrder}) into a folder, all as of the same moment, in one REPEATABLE
 * READ transaction; the service may keep writing. The manifest is written last, so an incomplete dump in a new folder
 * has none. `rings`: with these, a restore can check that it has the same keys.
 */
export async function dumpDatabase(
  databaseUrl: string,
  folder: string,
  rings: KeyRings = {},
): Promise<DatabaseDump> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const dump = await readEverything(client, folder, rings);
    await client.query('COMMIT');
    await writeFile(`${manifestFile(folder)}.new`, `${JSON.stringify(dump, null, 2)}\n`, { mode: 0o600 });
    await rename(`${manifestFile(folder)}.new`, manifestFile(folder));
    return dump;
  } finally {
    await client.end();
  }
}

async function readEverything(client: pg.Client, folder: string, rings: KeyRings): Promise<DatabaseDump> {
  const { rows } = await client.query<{ database: string; taken_at: Date }>(
    'SELECT current_database() AS database, now() AS taken_at',
  );
  const tables: DatabaseDump['tables'] = [];
  for (const name of await tablesInOrder(client)) tables.push(await copyOut(client, folder, name));
  return {
    format: DUMP_FORMAT,
    database: rows[0]?.database ?? '',
    takenAt: (rows[0]?.taken_at ?? new Date()).toISOString(),
    migrations: await appliedMigrations(client),
    tables,
    sequences: await sequencesOf(client),
    keys: await keysOf(client, rings),
  };
}

async function copyOut(client: pg.Client, folder: string, name: string) {
  const columns = await columnsOf(client, name);
  const source = client.query(copyTo(`COPY ${quote(name)} (${columns.map(quote).join(', ')}) TO STDOUT`));
  const hash = createHash('sha256');
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source, createGzip(), watch, createWriteStream(tableFile(folder, name), { mode: 0o600 }));
  return { name, columns, rows: source.rowCount, sha256: hash.digest('hex') };
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

async function keysOf(client: pg.Client, rings: KeyRings): Promise<DatabaseDump['keys']> {
  const found: DatabaseDump['keys'] = {};
  for (const { table, column } of await keyColumns(client)) {
    const name = `${table}.${column}`;
    const { rows } = await client.query<{ id: string }>(
      `SELECT DISTINCT ${quote(column)} AS id FROM ${quote(table)} WHERE ${quote(column)} IS NOT NULL ORDER BY 1`,
    );
    found[name] = Object.fromEntries(rows.map(({ id }) => [id, rings[name]?.fingerprint(id) ?? null]));
  }
  return found;
}
