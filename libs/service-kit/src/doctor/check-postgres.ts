import pg from 'pg';
import { IS_CLIENT } from '../database/client-sessions.js';
import { databaseProblem } from '../database/check-database.js';
import { migrationState } from '../database/migration-state.js';
import { plainSentence } from '../command/plain-sentence.js';
import type { Check } from './doctor-command.js';
import { ok, warning, fail, type CheckResult } from './check-result.js';

const COMPONENT = 'Postgres';
const PAGE = 'docs/runbooks/service-down.md';
const TIMEOUT_MS = 5_000;

/** Checks a service's own database: reachability, credentials, role, migrations, clock, free connections. */
export const checkPostgres = (databaseUrl: string | undefined, migrations: string): Check[] =>
  databaseUrl ? [{ component: COMPONENT, page: PAGE, run: () => check(databaseUrl, migrations) }] : [];

async function check(databaseUrl: string, migrations: string): Promise<CheckResult[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined); // The query in progress rejects as well.
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    return [unreached(error)];
  }
  try {
    return [
      ok(COMPONENT, 'reachable, and accepts the user and password'),
      ...(await roleOf(client)),
      ...(await schemaOf(client, migrations)),
      await clockOf(client),
    ];
  } finally {
    await client.end();
  }
}

function unreached(error: unknown): CheckResult {
  const refused = databaseProblem(error);
  if (refused)
    return fail(
      COMPONENT,
      refused.replace(/^Postgres /, ''),
      `correct DATABASE_URL, the role's password or the server's certificate: ${PAGE}`,
    );
  return fail(
    COMPONENT,
    `${plainSentence(error)} (DATABASE_URL)`,
    `start it, or allow connections to it: ${PAGE}`,
  );
}

interface Role {
  super: boolean;
  used: number;
  most: number;
}

async function roleOf(client: pg.Client): Promise<CheckResult[]> {
  const { rows } = await client.query<Role>(
    `SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super,
            (SELECT count(*)::int FROM pg_stat_activity WHERE ${IS_CLIENT}) AS used,
            current_setting('max_connections')::int AS most`,
  );
  const { super: superuser, used, most } = rows[0] as Role;
  const results: CheckResult[] = [];
  if (superuser)
    results.push(
      warning(
        'Postgres role',
        'is a superuser, with full access to every database',
        'give the service a separate role that owns only its database: docs/configuration.md',
      ),
    );
  if (used > most * 0.9)
    results.push(
      warning(
        'Postgres connections',
        `${String(used)} of ${String(most)} are in use`,
        'run fewer replicas, lower DATABASE_POOL or raise max_connections: docs/runbooks/database-pool-full.md',
      ),
    );
  return results;
}

const UPGRADES = 'docs/upgrades.md';

async function schemaOf(client: pg.Client, folder: string): Promise<CheckResult[]> {
  const state = await migrationState(client, folder);
  const component = 'Postgres schema';
  const migrate = `run the migrations of this version (node dist/cli.js migrate): ${UPGRADES}`;
  if (!state) return [fail(component, 'no applied migration is visible to this role', migrate)];
  const { missing, changed, newer } = state;
  if (missing.length > 0) return [fail(component, `migrations not applied: ${missing.join(', ')}`, migrate)];
  if (changed.length > 0)
    return [
      fail(
        component,
        `migrations applied with different content: ${changed.join(', ')}`,
        `use the image that applied them: ${UPGRADES}`,
      ),
    ];
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_table_privilege('outbox', 'INSERT') AND has_table_privilege('inbox', 'INSERT') AS may`,
  );
  if (!rows[0]?.may)
    return [
      fail(
        'Postgres role',
        'cannot write to its own tables',
        `to grant the role access to its tables, ${migrate}`,
      ),
    ];
  return [
    ok(
      component,
      newer.length > 0 ? `migrated by a newer version (${newer.join(', ')})` : 'matches this version',
    ),
  ];
}

const SKEW_WARNING_MS = 2_000;
const SKEW_WRONG_MS = 30_000;

/** The database's clock determines leases, expiries and sessions; signatures use the process's clock. */
async function clockOf(client: pg.Client): Promise<CheckResult> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const after = Date.now();
  return evaluateClock((rows[0]?.now.getTime() ?? before) - (before + after) / 2, after - before);
}

/** `offMs`: how far the database's clock is ahead of ours; `tookMs`: how long the query took. */
export function evaluateClock(offMs: number, tookMs: number): CheckResult {
  const off = Math.max(0, Math.abs(offMs) - tookMs / 2);
  const message = `the database's clock and ours are ${(off / 1000).toFixed(1)} s apart`;
  const remediation = 'synchronise both machines with the same time server (chrony, systemd-timesyncd)';
  if (off > SKEW_WRONG_MS) return fail('Clock', message, remediation);
  return off > SKEW_WARNING_MS ? warning('Clock', message, remediation) : ok('Clock', message);
}
