import type { RawSql } from '@caredrop/messaging';

/** The service was given a database role that could rewrite the audit. */
export class WriterTooPowerful extends Error {
  constructor() {
    super(
      'audit cannot start: the role of DATABASE_URL may change or remove entries; give the service a role of its own',
    );
    this.name = 'WriterTooPowerful';
  }
}

/** The promise that the writer cannot rewrite what it wrote holds only if nobody gives it more: looked at each start. */
export async function refusePowerfulWriter(db: RawSql): Promise<void> {
  const [row] = await db.$queryRawUnsafe<{ powerful: boolean }[]>(`
    SELECT bool_or(has_table_privilege(current_user, relation, privilege)) AS powerful
    FROM unnest(ARRAY['entries', 'checkpoints', 'segments']) AS relation,
         unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS privilege`);
  if (row?.powerful !== false) throw new WriterTooPowerful();
}
