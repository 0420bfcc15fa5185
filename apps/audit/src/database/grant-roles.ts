import pg from 'pg';

/** Every role except the tables' owner, which only `migrate`, `backup` and `restore` use. */
export interface AuditRoles {
  /** The service's role. */
  writer: string;
  /** The role of the process that signs checkpoints. */
  signer: string;
  /** The retention job's role; absent if nothing is pruned. */
  retention?: string | undefined;
}

const toWriter = `
  GRANT SELECT, INSERT ON "entries" TO %;
  GRANT SELECT ON "checkpoints", "segments", "_prisma_migrations" TO %;
  REVOKE INSERT ON "checkpoints" FROM %; -- granted by versions before 0.2.0
  GRANT SELECT, INSERT, DELETE ON "arrivals" TO %;
  GRANT USAGE ON SEQUENCE "arrivals_position_seq" TO %;
  GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox", "inbox" TO %;
  GRANT SELECT, INSERT, UPDATE ON "audit_streams", "shipping_positions" TO %;`;

const toSigner = `
  GRANT SELECT ON "entries", "segments", "_prisma_migrations" TO %;
  GRANT SELECT, INSERT ON "checkpoints" TO %;`;

const toRetention = `
  GRANT SELECT, DELETE ON "entries" TO %;
  GRANT SELECT ON "checkpoints" TO %;
  GRANT SELECT, INSERT ON "segments" TO %;
  GRANT SELECT, INSERT ON "arrivals" TO %;
  GRANT USAGE ON SEQUENCE "arrivals_position_seq" TO %;`;

/** Runs as the owner, after each migration; granting again changes nothing. */
export async function grantRoles(ownerUrl: string, { writer, signer, retention }: AuditRoles): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await grant(client, toWriter, writer);
    await grant(client, toSigner, signer);
    if (retention) await grant(client, toRetention, retention);
  } finally {
    await client.end();
  }
}

/** The role of a database URL. */
export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);

async function grant(client: pg.Client, statements: string, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (found.rowCount === 0)
    throw new Error(`The role ${role} does not exist: create it in Postgres (docs/upgrades.md)`);
  const { rows } = await client.query<{ database: string }>('SELECT current_database() AS database');
  const database = pg.escapeIdentifier(rows[0]?.database ?? '');
  await client.query(
    `GRANT CONNECT ON DATABASE ${database} TO ${name}; GRANT USAGE ON SCHEMA public TO ${name};`,
  );
  await client.query(statements.replaceAll('%', name));
}
