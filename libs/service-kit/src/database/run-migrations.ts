import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/**
 * One lock for all replicas of a service: the first replica applies the migrations; the others wait and find
 * nothing to do.
 */
const LOCK = 728_371_001;

/**
 * While a migration waits for a table, for example until a backup has ended, later statements on that table wait behind
 * it. A migration therefore waits only briefly for a lock, rolls back, pauses, and tries again, for about ten minutes.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_PAUSE_MS = 5_000;
const LOCK_TRIES = 100;

const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

/** A migration did not get its locks. */
class MigrationBlocked extends Error {
  constructor(name: string) {
    super(
      `Migration ${name} got no lock for ten minutes: wait until a running backup or another long transaction has ended, then repeat`,
    );
    this.name = 'MigrationBlocked';
  }
}

/** The file of an applied migration was changed. */
export class MigrationChanged extends Error {
  constructor(name: string) {
    super(`Migration ${name} was changed after it had been applied`);
    this.name = 'MigrationChanged';
  }
}

/**
 * Applies Prisma-style migrations (`<folder>/<timestamp>_<name>/migration.sql`) in order, each in its own transaction,
 * under an advisory lock, and maintains Prisma's ledger so that `prisma migrate deploy` agrees (docs/adr/0009). Returns
 * the names applied now. Needs a direct connection, not a transaction pooler. `only`: applies only these, for a restore
 * of an earlier version's dump.
 */
export async function runMigrations(databaseUrl: string, folder: string, only?: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(LEDGER);
    const migrations = await readMigrations(folder);
    return await applyMissing(
      client,
      migrations.filter(({ name }) => only?.includes(name) ?? true),
    );
  } finally {
    await client.end();
  }
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Every migration of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const missing: string[] = [];
  for (const migration of migrations) {
    const known = applied.get(migration.name);
    if (known === migration.checksum) continue;
    if (known !== undefined) throw new MigrationChanged(migration.name);
    await applyWithRetries(client, migration);
    missing.push(migration.name);
  }
  return missing;
}

async function applyWithRetries(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; tries <= LOCK_TRIES; tries += 1) {
    try {
      return await applyOne(client, migration);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await delay(LOCK_PAUSE_MS);
  }
  throw new MigrationBlocked(migration.name);
}

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
