import type { RawSql } from '@caredrop/messaging';

export type ServingRole = 'writer' | 'signer';

const CHANGE = 'UPDATE, DELETE, TRUNCATE';
const ANY = `INSERT, ${CHANGE}`;

/** Privileges that each role must not have, by table, so that neither can rewrite entries or do the other's work. */
const forbidden: Record<ServingRole, Record<string, string>> = {
  writer: { entries: CHANGE, checkpoints: ANY, segments: ANY },
  signer: { entries: ANY, arrivals: ANY, checkpoints: CHANGE, segments: ANY },
};

/** Thrown when the database role of an audit process has privileges that it must not have. */
export class RoleTooPowerful extends Error {
  constructor(role: ServingRole) {
    super(
      `audit cannot start: the database role of the ${role} has privileges that it must not have; create a separate role for it`,
    );
    this.name = 'RoleTooPowerful';
  }
}

/**
 * Throws {@link RoleTooPowerful} if the role can do too much. Checked at each start, because rights are granted
 * outside this process.
 */
export async function rejectPowerfulRole(db: RawSql, role: ServingRole): Promise<void> {
  const tables = forbidden[role];
  const [row] = await db.$queryRawUnsafe<{ powerful: boolean }[]>(
    `SELECT bool_or(has_table_privilege(current_user, relation, privileges)) AS powerful
       FROM unnest($1::text[], $2::text[]) AS given (relation, privileges)`,
    Object.keys(tables),
    Object.values(tables),
  );
  if (row?.powerful !== false) throw new RoleTooPowerful(role);
}
