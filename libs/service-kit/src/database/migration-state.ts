import type pg from 'pg';
import { readMigrations } from './run-migrations.js';

/** How the migrations recorded in a database compare with those of this version. */
export interface MigrationState {
  /** Migrations of this version that were not applied. */
  missing: string[];
  /** Migrations that were applied with a different text. */
  changed: string[];
  /** Migrations that a newer version has applied. */
  newer: string[];
}

/** Returns null when the ledger of migrations is missing, or this role may not read it. */
export async function migrationState(client: pg.Client, folder: string): Promise<MigrationState | null> {
  const ours = await readMigrations(folder);
  const applied = await ledger(client);
  if (!applied) return null;
  return {
    missing: ours.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    changed: ours
      .filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
      .map(({ name }) => name),
    newer: [...applied.keys()].filter((name) => !ours.some((one) => one.name === name)),
  };
}

const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

async function ledger(client: pg.Client): Promise<Map<string, string> | null> {
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM "_prisma_migrations"
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    );
    return new Map(rows.map(({ name, checksum }) => [name, checksum]));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === UNDEFINED_TABLE || code === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
}
