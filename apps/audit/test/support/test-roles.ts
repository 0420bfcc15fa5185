import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { grantRoles } from '../../src/database/grant-roles.js';

export interface TestRoles {
  writerUrl: string;
  signerUrl: string;
  retentionUrl: string;
  drop(): Promise<void>;
}

/** A writer, a signer and a retention role for a test's database, with the same rights as in production. */
export async function createTestRoles(ownerUrl: string): Promise<TestRoles> {
  const mark = randomUUID().slice(0, 8);
  const named = (role: string): string => `audit_${role}_${mark}`;
  const [writer, signer, retention] = [named('writer'), named('signer'), named('retention')];
  const run = (sql: string): Promise<void> => asOwner(ownerUrl, sql);
  for (const role of [writer, signer, retention]) await run(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
  await grantRoles(ownerUrl, { writer, signer, retention });
  const drop = (): Promise<void> =>
    run(`DROP OWNED BY ${writer}, ${signer}, ${retention}; DROP ROLE ${writer}, ${signer}, ${retention}`);
  return {
    writerUrl: as(ownerUrl, writer),
    signerUrl: as(ownerUrl, signer),
    retentionUrl: as(ownerUrl, retention),
    drop,
  };
}

/** Runs statements on a separate connection. */
export async function asOwner(url: string, sql: string, values?: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

function as(url: string, role: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = 'test';
  return changed.href;
}
