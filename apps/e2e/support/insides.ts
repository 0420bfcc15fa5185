import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { readRun, stackHome } from './run.js';

interface Secrets {
  postgresPassword: string;
  rabbitmqPassword: string;
}

const secrets = () => JSON.parse(readFileSync(path.join(stackHome(), 'secrets.json'), 'utf8')) as Secrets;

/** The stack's broker, as its administrator. */
export function brokerUrl(): string {
  if (process.env.AMQP_URL) return process.env.AMQP_URL;
  return `amqp://caredrop:${secrets().rabbitmqPassword}@127.0.0.1:${String(readRun().ports.rabbitmq)}`;
}

/** URL of one of the stack's databases, for the superuser or, with `service`, for the user of that service. */
export function databaseUrl(name = 'postgres', service?: string): string {
  const url = new URL(service ? ownDatabaseUrl(service) : superuserUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function superuserUrl(): string {
  const port = String(readRun().ports.postgres);
  return process.env.POSTGRES_URL ?? `postgres://postgres:${secrets().postgresPassword}@127.0.0.1:${port}`;
}

function ownDatabaseUrl(service: string): string {
  const file = path.join(stackHome(), 'environments.json');
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { DATABASE_URL?: string }>;
  return all[service]?.DATABASE_URL ?? '';
}

/** Rows returned by a statement. */
export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Names of the services' databases: `caredrop_token` and so on. */
export async function databases(): Promise<string[]> {
  const sql = `SELECT datname FROM pg_database WHERE datname LIKE 'caredrop\\_%' ORDER BY 1`;
  return (await query<{ datname: string }>(databaseUrl(), sql)).map(({ datname }) => datname);
}

/**
 * Every row of every table of a service's database as text: what an attacker with a stolen dump has. Bytes
 * are in hexadecimal.
 */
export async function dump(database: string): Promise<Record<string, string>> {
  const url = databaseUrl(database);
  const tables = await query<{ name: string }>(
    url,
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts = tables.map(async ({ name }) => {
    const rows = await query<{ text: string | null }>(url, `SELECT t::text AS text FROM ${name} t`);
    return [name, rows.map(({ text }) => text ?? '').join('\n')] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Everything the stack's processes have written to stdout and stderr, by file; includes files from before
 * restarts.
 */
export function logs(): Record<string, string> {
  const folder = path.join(stackHome(), 'logs');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

/** Files that `npm start` writes about the running stack. */
export function runFiles(): Record<string, string> {
  const names = ['run.json', 'processes.json', 'secrets.json'];
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(stackHome(), name), 'utf8')]));
}
