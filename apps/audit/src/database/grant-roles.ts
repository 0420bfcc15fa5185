import pg from 'pg';

/** The roles that log in, except the tables' owner, which only `migrate`, `backup` and `restore` use. */
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

/** Grants to the role that sessions of `login` act as. */
async function grant(client: pg.Client, statements: string, login: string): Promise<void> {
  const role = pg.escapeIdentifier(await actingRole(client, login));
  const { rows } = await client.query<{ database: string }>('SELECT current_database() AS database');
  const database = pg.escapeIdentifier(rows[0]?.database ?? '');
  await client.query(
    `GRANT CONNECT ON DATABASE ${database} TO ${pg.escapeIdentifier(login)}, ${role};
     GRANT USAGE ON SCHEMA public TO ${role};`,
  );
  await client.query(statements.replaceAll('%', role));
}

/**
 * Returns the role that sessions of `login` act as. It differs from `login` if the password was changed with
 * deploy/postgres/next-role.sql: the second role then acts as the first, and its own privileges do not count.
 */
async function actingRole(client: pg.Client, login: string): Promise<string> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT coalesce(substring(setting FROM '^role=(.+)$'), rolname) AS role
       FROM pg_roles LEFT JOIN unnest(rolconfig) AS setting ON setting LIKE 'role=%'
      WHERE rolname = $1`,
    [login],
  );
  const role = rows[0]?.role;
  if (!role) throw new Error(`The role ${login} does not exist: create it in Postgres (docs/upgrades.md)`);
  return role;
}
