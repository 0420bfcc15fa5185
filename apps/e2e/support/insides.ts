import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { readRun, stackHome } from './run.js';

interface Secrets {
  postgresPassword: string;
  rabbitmqPassword: string;
  rolePasswords: Record<string, string>;
}

const secrets = () => JSON.parse(readFileSync(path.join(stackHome(), 'secrets.json'), 'utf8')) as Secrets;

/** The stack's broker, as its administrator. */
export function brokerUrl(): string {
  if (process.env.AMQP_URL) return process.env.AMQP_URL;
  return `amqp://caredrop:${secrets().rabbitmqPassword}@127.0.0.1:${String(readRun().ports.rabbitmq)}`;
}

/** URL of a database of the stack, for the superuser or, with `role`, for that role. */
export function databaseUrl(name = 'postgres', role?: string): string {
  const { ports } = readRun();
  const given =
    process.env.POSTGRES_URL ??
    `postgres://postgres:${secrets().postgresPassword}@127.0.0.1:${String(ports.postgres)}`;
  const url = new URL(given);
  url.pathname = `/${name}`;
  if (!role) return url.href;
  url.username = `caredrop_${role}`;
  url.password = secrets().rolePasswords[role] ?? '';
  return url.href;
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
