import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { backing } from '../environment.js';
import { eventually } from '../eventually.js';
import { applyMigrations, readMigrations, type Migration } from './apply-migrations.js';

export interface TestDatabase {
  url: string;
  /** Removes the database. Clients get five seconds to disconnect; after that their connections are cut. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Absolute path of a `prisma/migrations` folder; if omitted, the database is empty. */
  migrations?: string;
}

/** Creates a private database: a clone of a template that the first worker migrates. */
export async function createTestDatabase({ migrations }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = backing().postgresUrl;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrations ? await templateOf(server, migrations) : 'template0';
  // Copying files takes Postgres a sixth less processor time than copying through its log, the default.
  const create = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`;
  // Two simultaneous clones of one template may collide: Postgres then rejects the second one briefly.
  await eventually(() => administrator(server).query(create));
  return {
    url: databaseUrl(server, name),
    drop: () => dropDatabase(administrator(server), name),
  };
}

const templates = new Map<string, Promise<string>>();

/** Each worker looks for a template once. Its name contains a digest of the migrations, which a test may change. */
async function templateOf(server: string, folder: string): Promise<string> {
  const migrations = await readMigrations(folder);
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const name = `template_${digest}`;
  const key = `${server} ${name}`;
  const template = templates.get(key) ?? migratedTemplate(server, name, migrations);
  templates.set(key, template);
  template.catch(() => templates.delete(key));
  return template;
}

const administrators = new Map<string, pg.Pool>();

/** Connections are kept, since Postgres starts a process for each; they do not keep the worker alive. */
function administrator(server: string): pg.Pool {
  const known = administrators.get(server);
  if (known) return known;
  const pool = new pg.Pool({
    connectionString: server,
    max: 4,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  });
  // The server may close an idle connection; the next call then opens a new one.
  pool.on('error', () => undefined);
  administrators.set(server, pool);
  return pool;
}

/** SQLSTATE of a database that still has clients, after Postgres has waited five seconds for them. */
const IN_USE = '55006';

/**
 * `pool.end()` resolves before its connections are closed. An immediate forced drop would cut them, and the
 * error would fail whichever test runs next.
 */
async function dropDatabase(administrator: pg.Pool, name: string): Promise<void> {
  try {
    await administrator.query(`DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== IN_USE) throw error;
    await administrator.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function migratedTemplate(server: string, name: string, migrations: Migration[]): Promise<string> {
  await administer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await buildTemplate(client, server, name, migrations);
  });
  return name;
}

/**
 * Built under another name, so that a worker that dies in the middle does not leave an incomplete template.
 */
async function buildTemplate(
  client: pg.Client,
  server: string,
  name: string,
  migrations: Migration[],
): Promise<void> {
  const draft = `draft_${name}`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
  await applyMigrations(databaseUrl(server, draft), migrations);
  await eventually(() => client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`));
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
