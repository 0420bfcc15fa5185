import pg from 'pg';
import type { Secrets } from './secrets.ts';
import { auditRoles, databaseOwners, type AuditRole, type DatabaseOwner } from './service-names.ts';

/**
 * Creates what is missing: each service's database with its own role, which cannot open another service's, and the
 * audit's other roles. Returns the URLs of the databases.
 */
export async function prepareDatabases(
  serverUrl: string,
  secrets: Secrets,
): Promise<Record<DatabaseOwner, string>> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const owner of databaseOwners) await prepare(client, owner, secrets.rolePasswords[owner]);
    for (const role of auditRoles) await prepareRole(client, role, secrets.rolePasswords[role]);
  } finally {
    await client.end();
  }
  const urls = databaseOwners.map((owner) => [owner, databaseUrl(serverUrl, owner, secrets)]);
  return Object.fromEntries(urls) as Record<DatabaseOwner, string>;
}

/** The URL for one of the audit's roles, whose rights its owner grants (`apps/audit`). */
export function auditUrl(serverUrl: string, role: AuditRole, secrets: Secrets): string {
  const url = new URL(databaseUrl(serverUrl, 'audit', secrets));
  url.username = name(role);
  url.password = secrets.rolePasswords[role];
  return url.href;
}

/** The URL that a service uses to open its own database. */
export function databaseUrl(serverUrl: string, owner: DatabaseOwner, secrets: Secrets): string {
  const url = new URL(serverUrl);
  url.username = name(owner);
  url.password = secrets.rolePasswords[owner];
  url.pathname = `/${name(owner)}`;
  return url.href;
}

export const roleName = (role: DatabaseOwner | AuditRole): string => `caredrop_${role}`;
const name = roleName;

async function prepareRole(
  client: pg.Client,
  role: DatabaseOwner | AuditRole,
  password: string,
): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name(role)]);
  // A statement of this kind takes no parameters; the password is hexadecimal and the name is a constant.
  const verb = found.rowCount ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${name(role)} LOGIN PASSWORD '${password}'`);
}

async function prepare(client: pg.Client, owner: DatabaseOwner, password: string): Promise<void> {
  await prepareRole(client, owner, password);
  const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name(owner)]);
  if (database.rowCount) return;
  await client.query(`CREATE DATABASE ${name(owner)} OWNER ${name(owner)}`);
  await client.query(`REVOKE ALL ON DATABASE ${name(owner)} FROM PUBLIC`);
}
