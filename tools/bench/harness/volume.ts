import { KeyRing, keyRingSchema } from '@caredrop/service-kit';
import { RowWriter } from '../../seed/volume/insert-rows.ts';
import { tokenRow } from '../../seed/volume/rows.ts';
import { volume, type Owner } from '../../seed/volume/volume.ts';
import { openTeam } from './team.ts';
import { withoutIndexes } from './without-indexes.ts';
import type { Harness } from './harness.ts';

const HOUR = 3_600_000;
/** Number of rows that a large clinic creates in 400 days; further rows are older. */
const YEARLY = 200_000;
/**
 * Of the newest 200,000 rows, one in this many belongs to the measured clinician: 10,527 rows. Not twenty, because a link's
 * status depends on the last digit of its position, and every owner needs links of each status.
 */
export const SHARE = 19;
const OTHERS = 201;
/** One row in this many belongs to the team of the measured clinician. */
const TEAM_SHARE = 5;
/** Documents of the last 40 days are not reviewed yet. */
const UNREVIEWED = 20_000;
/** Of the sealed links, one in this many was opened an hour after it was made. */
const OPENED_SHARE = 3;
/** The newest links are sealed individually, because a list decrypts what it shows. */
const SEALED = 20_000;

/** Removes the rows of other benchmarks, which {@link fillUp} would count. */
export async function clearOut({ databases: { token, document } }: Harness): Promise<void> {
  await token.query('TRUNCATE tokens CASCADE');
  await document.query('TRUNCATE documents CASCADE');
}

/** Fills links and documents up to `rows` each, 173 s apart, the newest an hour old. */
export async function fillUp(harness: Harness, rows: number): Promise<void> {
  const others = await otherOwners(harness);
  const teamId = await openTeam(harness.databases.auth, harness.clinician, others);
  const holders = { others, teamId };
  await Promise.all([
    withoutIndexes(harness.databases.token, 'tokens', async () => {
      await fillSealedLinks(harness, Math.min(rows, SEALED), holders);
      await fillLinks(harness, rows, holders);
    }),
    withoutIndexes(harness.databases.document, 'documents', () => fillDocuments(harness, rows, holders)),
  ]);
  await recount(harness);
}

/** Recomputes the counts that the disabled triggers did not maintain (docs/adr/0018), and the planner's statistics. */
async function recount({ databases: { token, document } }: Harness): Promise<void> {
  await token.query('DELETE FROM ended_counts');
  await token.query(`INSERT INTO ended_counts (status, n)
    SELECT status, count(*) FROM tokens WHERE status <> 'active' GROUP BY status`);
  await document.query('DELETE FROM document_counts');
  await document.query(`INSERT INTO document_counts (kind, n, bytes)
    SELECT kind, count(*), sum(file_size) FROM documents WHERE state <> 'rejected' GROUP BY kind`);
  await token.query('VACUUM ANALYZE tokens, ended_counts');
  await document.query('VACUUM ANALYZE documents, document_counts');
}

async function otherOwners({ databases }: Harness): Promise<Owner[]> {
  const text = `SELECT id, first_name AS "firstName", last_name AS "lastName" FROM users
                WHERE email LIKE 'volume-%' ORDER BY email`;
  const { rows } = await databases.auth.query<Owner>(text);
  if (rows.length > 0) return rows;
  await databases.auth.query(
    `INSERT INTO users (id, first_name, last_name, email, role)
     SELECT gen_random_uuid(), 'Volume', 'Clinician ' || n, 'volume-' || n || '@clinic.example', 'user'
     FROM generate_series(1, $1::int) AS n`,
    [OTHERS],
  );
  return (await databases.auth.query<Owner>(text)).rows;
}

async function countOf(harness: Harness, table: 'tokens' | 'documents'): Promise<number> {
  const client = table === 'tokens' ? harness.databases.token : harness.databases.document;
  const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? 0;
}

/** The other owners, and the team of the measured clinician. */
interface Holders {
  others: Owner[];
  teamId: string;
}

async function fillSealedLinks(harness: Harness, rows: number, { others, teamId }: Holders): Promise<void> {
  if ((await countOf(harness, 'tokens')) >= rows) return;
  const keys = new KeyRing(keyRingSchema.parse(harness.stack.secrets.linkKeys));
  const writer = new RowWriter(harness.databases.token, 'tokens');
  let nth = 0;
  for (const link of volume([harness.clinician, ...others], YEARLY, 0, new Date())) {
    if (nth === rows) break;
    link.owner = nth % SHARE === 0 ? harness.clinician : (others[nth % others.length] ?? harness.clinician);
    const opened = nth % OPENED_SHARE === 0 ? new Date(link.createdAt.getTime() + HOUR).toISOString() : null;
    const team = nth % TEAM_SHARE === 0 ? teamId : null;
    await writer.add({ ...tokenRow(link, keys), opened_at: opened, team_id: team });
    nth += 1;
  }
  await writer.flush();
}

/** Generates older links in the database: they affect counts and indexes, but no measured page shows them. */
async function fillLinks(harness: Harness, rows: number, holders: Holders): Promise<void> {
  const from = await countOf(harness, 'tokens');
  if (from >= rows) return;
  await harness.databases.token.query(
    `INSERT INTO tokens (id, owner_id, owner_first_name, owner_last_name, link_hash, link_prefix, link_key_id,
       link_sealed, patient_ref_id, status, created_at, expires_at, used_at, received_at, confirmed_at, claim_id,
       document_id, document_state, document_version, team_id)
     SELECT gen_random_uuid(), ${OWNER}, 'Volume', 'Clinician', sha256(('volume-' || n)::bytea),
       substr(md5(n::text), 1, 8), $7, decode(repeat(md5(n::text), 5), 'hex'),
       (ARRAY['PT','CARD','CM','ORTHO','DERM','FLU'])[1 + n % 6] || '-' || (200000 + n % 700000),
       CASE WHEN used THEN 'used' WHEN n % 10 = 4 THEN 'revoked' WHEN at > now() - interval '30 days' THEN 'active'
         ELSE 'expired' END, at, at + interval '30 days',
       CASE WHEN used THEN at END, CASE WHEN used THEN at END, CASE WHEN used THEN at END,
       CASE WHEN used THEN gen_random_uuid() END, CASE WHEN used THEN gen_random_uuid() END,
       CASE WHEN used THEN 'deleted' END, CASE WHEN used THEN 2 ELSE 0 END, ${TEAM}
     FROM (SELECT n, ${AT} AS at, n % 10 < 4 AS used FROM generate_series($1::int, $2::int - 1) AS n) AS made`,
    [from, rows, ...holdersOf(harness, holders), harness.stack.secrets.linkKeys.current],
  );
}

/** Lists do not decrypt documents, so neither usable keys nor objects are created. */
async function fillDocuments(harness: Harness, rows: number, holders: Holders): Promise<void> {
  const from = await countOf(harness, 'documents');
  if (from >= rows) return;
  await harness.databases.document.query(
    `INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link,
       token_created_at, token_expires_at, file_name, file_type, kind, file_size, sha256, comment, state, storage_key,
       key_id, wrapped_key, created_at, version, review_state, team_id)
     SELECT gen_random_uuid(), gen_random_uuid(), ${OWNER}, 'Volume', 'Clinician',
       (ARRAY['PT','CARD','CM','ORTHO','DERM','FLU'])[1 + n % 6] || '-'
         || CASE WHEN n < 1000 THEN 100000 + n ELSE 200000 + n % 700000 END, repeat('x', 43),
       at, at + interval '30 days', CASE WHEN n % 2 = 0 THEN 'IMG_2041.jpg' ELSE 'Referral letter.pdf' END,
       CASE WHEN n % 2 = 0 THEN 'image/jpeg' ELSE 'application/pdf' END,
       CASE WHEN n % 2 = 0 THEN 'image' ELSE 'pdf' END, 20000 + (n * 7919::bigint) % 4000000,
       decode(md5(n::text) || md5(n::text), 'hex'), NULL, 'ready', 'volume/' || gen_random_uuid(),
       $7, decode(repeat(md5(n::text), 4), 'hex'), at, 1,
       CASE WHEN n < ${String(UNREVIEWED)} THEN 'new' ELSE 'filed' END, ${TEAM}
     FROM (SELECT n, ${AT} AS at FROM generate_series($1::int, $2::int - 1) AS n) AS made`,
    [from, rows, ...holdersOf(harness, holders), harness.stack.secrets.kekKeys.current],
  );
}

/** Owner, creation time and team of the nth newest row. */
const OWNER = `CASE WHEN n % ${String(SHARE)} = 0 AND n < ${String(YEARLY)} THEN $3::uuid
  ELSE ($4::uuid[])[1 + n % $5::int] END`;
const AT = `now() - interval '1 hour' - n * interval '400 days' / ${String(YEARLY)}`;

const TEAM = `CASE WHEN n % ${String(TEAM_SHARE)} = 0 THEN $6::uuid END`;

const holdersOf = (
  { clinician }: Harness,
  { others, teamId }: Holders,
): [string, string[], number, string] => [clinician.id, others.map(({ id }) => id), others.length, teamId];
