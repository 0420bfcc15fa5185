import pg from 'pg';
import type { Secrets } from './secrets.ts';
import { databaseOwners, type DatabaseOwner } from './service-names.ts';

/** Makes each service's database with a role of its own, which can open no other; answers their URLs. */
export async function prepareDatabases(
  serverUrl: string,
  secrets: Secrets,
): Promise<Record<DatabaseOwner, string>> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const owner of databaseOwners) await prepare(client, owner, secrets.rolePasswords[owner]);
  } finally {
    await client.end();
  }
  const urls = databaseOwners.map((owner) => [owner, databaseUrl(serverUrl, owner, secrets)]);
  return Object.fromEntries(urls) as Record<DatabaseOwner, string>;
}

/** The URL with which a service opens its own database. */
export function databaseUrl(serverUrl: string, owner: DatabaseOwner, secrets: Secrets): string {
  const url = new URL(serverUrl);
  url.username = name(owner);
  url.password = secrets.rolePasswords[owner];
  url.pathname = `/${name(owner)}`;
  return url.href;
}

const name = (owner: DatabaseOwner): string => `caredrop_${owner}`;

async function prepare(client: pg.Client, owner: DatabaseOwner, password: string): Promise<void> {
  const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name(owner)]);
  // A statement of this kind takes no parameters: the password is hexadecimal, the name ours.
  const verb = role.rowCount ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${name(owner)} LOGIN PASSWORD '${password}'`);
  const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name(owner)]);
  if (database.rowCount) return;
  await client.query(`CREATE DATABASE ${name(owner)} OWNER ${name(owner)}`);
  await client.query(`REVOKE ALL ON DATABASE ${name(owner)} FROM PUBLIC`);
}
