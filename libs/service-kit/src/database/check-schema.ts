import pg from 'pg';
import { CannotStart } from './check-database.js';
import { migrationState } from './migration-state.js';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Fails closed at start when the schema is that of an earlier version: this code could fail in the middle of an upload.
 * A newer schema is accepted: migrations expand first (docs/upgrades.md). Throws {@link CannotStart}. An unavailable
 * database is not checked: the service starts, reports that it is not ready, and retries until the database responds.
 */
export async function checkSchema(databaseUrl: string, migrations: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // The query in progress rejects as well.
  const connected = await client.connect().then(
    () => true,
    () => false, // `checkDatabase` has already reported rejections.
  );
  try {
    if (connected) reject(await migrationState(client, migrations));
  } finally {
    await client.end().catch(() => undefined);
  }
}

function reject(state: Awaited<ReturnType<typeof migrationState>>): void {
  if (!state) throw tooOld('it has no migration that this role may see');
  if (state.missing.length > 0) throw tooOld(`it lacks ${state.missing.join(', ')}`);
}

const tooOld = (what: string) =>
  new CannotStart(
    `The database in DATABASE_URL has an earlier version's schema: ${what}. Run this version's migrations first (node dist/cli.js migrate)`,
  );
