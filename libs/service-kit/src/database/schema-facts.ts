import type { Client } from 'pg';

/** Facts about a database's tables for dump and restore, read from the database itself. */

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Tables to back up, ordered by foreign keys. Excludes the ledger of migrations, which a restore writes, and
 * the numbering of audit records: a restored service opens new streams, so that no number is used twice.
 */
export async function tablesInOrder(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND c.relname NOT IN ('_prisma_migrations', 'audit_streams')
     ORDER BY 1`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint k
     JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conrelid <> k.confrelid`,
  );
  return inOrder(
    tables.map(({ name }) => name),
    references,
  );
}

function inOrder(names: string[], references: { from: string; to: string }[]): string[] {
  const done: string[] = [];
  while (done.length < names.length) {
    const free = names.filter(
      (name) =>
        !done.includes(name) && references.every(({ from, to }) => from !== name || done.includes(to)),
    );
    if (free.length === 0) throw new Error('The tables reference each other in a cycle');
    done.push(...free);
  }
  return done;
}

/** Columns with stored values (not generated), in the table's order. */
export async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [`public.${quote(table)}`],
  );
  return rows.map(({ name }) => name);
}

/** Text columns that hold the id of the key with which their row is sealed: `key_id` or `…_key_id`. */
export async function keyColumns(client: Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND (column_name = 'key_id' OR column_name LIKE '%\\_key\\_id')
       AND data_type = 'text' AND table_name <> 'retired_keys'
     ORDER BY 1, 2`,
  );
  return rows;
}

export async function sequencesOf(client: Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Tables with at least one row. */
export async function tablesWithRows(client: Client): Promise<string[]> {
  const names: string[] = [];
  for (const name of await tablesInOrder(client)) {
    const { rows } = await client.query(`SELECT 1 FROM ${quote(name)} LIMIT 1`);
    if (rows.length > 0) names.push(name);
  }
  return names;
}
