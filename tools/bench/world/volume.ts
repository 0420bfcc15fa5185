import { KeyRing, keyRingSchema } from '@caredrop/service-kit';
import { RowWriter } from '../../seed/volume/insert-rows.ts';
import { tokenRow } from '../../seed/volume/rows.ts';
import { volume, type Owner } from '../../seed/volume/volume.ts';
import { withoutIndexes } from './without-indexes.ts';
import type { World } from './world.ts';

/** So many rows are 400 days of a large clinic; more of them are more years. */
const YEARLY = 200_000;
/** Among the newest 200,000, one in twenty is the measured clinician's: a busy one, who has 10,000. */
const SHARE = 20;
const OTHERS = 200;
/** The newest links have a sealed copy of their own, since a list opens what it shows. */
const SEALED = 20_000;

/** Nothing of what other rows have left: their links would be counted among these, and cannot all be opened. */
export async function clearOut({ databases: { token, document } }: World): Promise<void> {
  await token.query('TRUNCATE tokens CASCADE');
  await document.query('TRUNCATE documents CASCADE');
}

/** Fills links and documents up to `rows` of each, one of each every 173 s, the newest an hour ago. */
export async function fillUp(world: World, rows: number): Promise<void> {
  const others = await otherOwners(world);
  await Promise.all([
    withoutIndexes(world.databases.token, 'tokens', async () => {
      await fillSealedLinks(world, Math.min(rows, SEALED), others);
      await fillLinks(world, rows, others);
    }),
    withoutIndexes(world.databases.document, 'documents', () => fillDocuments(world, rows, others)),
  ]);
  await recount(world);
}

/** What triggers keep, which were off meanwhile (docs/adr/0018); and what the planner and an index alone go by. */
async function recount({ databases: { token, document } }: World): Promise<void> {
  await token.query('DELETE FROM ended_counts');
  await token.query(`INSERT INTO ended_counts (status, n)
    SELECT status, count(*) FROM tokens WHERE status <> 'active' GROUP BY status`);
  await document.query('DELETE FROM document_counts');
  await document.query(`INSERT INTO document_counts (kind, n, bytes)
    SELECT kind, count(*), sum(file_size) FROM documents WHERE state <> 'rejected' GROUP BY kind`);
  await token.query('VACUUM ANALYZE tokens, ended_counts');
  await document.query('VACUUM ANALYZE documents, document_counts');
}

async function otherOwners({ databases }: World): Promise<Owner[]> {
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

async function countOf(world: World, table: 'tokens' | 'documents'): Promise<number> {
  const client = table === 'tokens' ? world.databases.token : world.databases.document;
  const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? 0;
}

async function fillSealedLinks(world: World, rows: number, others: Owner[]): Promise<void> {
  if ((await countOf(world, 'tokens')) >= rows) return;
  const keys = new KeyRing(keyRingSchema.parse(world.stack.secrets.linkKeys));
  const writer = new RowWriter(world.databases.token, 'tokens');
  let nth = 0;
  for (const link of volume([world.clinician, ...others], YEARLY, 0, new Date())) {
    if (nth === rows) break;
    link.owner = nth % SHARE === 0 ? world.clinician : (others[nth % others.length] ?? world.clinician);
    await writer.add(tokenRow(link, keys));
    nth += 1;
  }
  await writer.flush();
}

/** Older ones, in the database itself: no page of a list comes to them, only its counts and its indexes. */
async function fillLinks(world: World, rows: number, others: Owner[]): Promise<void> {
  const from = await countOf(world, 'tokens');
  if (from >= rows) return;
  await world.databases.token.query(
    `INSERT INTO tokens (id, owner_id, owner_first_name, owner_last_name, link_hash, link_prefix, link_key_id,
       link_sealed, patient_ref_id, status, created_at, expires_at, used_at, received_at, confirmed_at, claim_id,
       document_id, document_state, document_version)
     SELECT gen_random_uuid(), ${OWNER}, 'Volume', 'Clinician', sha256(('volume-' || n)::bytea),
       substr(md5(n::text), 1, 8), $6, decode(repeat(md5(n::text), 5), 'hex'),
       (ARRAY['PT','CARD','CM','ORTHO','DERM','FLU'])[1 + n % 6] || '-' || (200000 + n % 700000),
       CASE WHEN used THEN 'used' WHEN n % 10 = 4 THEN 'revoked' WHEN at > now() - interval '30 days' THEN 'active'
         ELSE 'expired' END, at, at + interval '30 days',
       CASE WHEN used THEN at END, CASE WHEN used THEN at END, CASE WHEN used THEN at END,
       CASE WHEN used THEN gen_random_uuid() END, CASE WHEN used THEN gen_random_uuid() END,
       CASE WHEN used THEN 'deleted' END, CASE WHEN used THEN 2 ELSE 0 END
     FROM (SELECT n, ${AT} AS at, n % 10 < 4 AS used FROM generate_series($1::int, $2::int - 1) AS n) AS made`,
    [from, rows, ...ownersOf(world, others), world.stack.secrets.linkKeys.current],
  );
}

/** What a list shows of them needs no key. Their bytes are nowhere. */
async function fillDocuments(world: World, rows: number, others: Owner[]): Promise<void> {
  const from = await countOf(world, 'documents');
  if (from >= rows) return;
  await world.databases.document.query(
    `INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link,
       token_created_at, token_expires_at, file_name, file_type, kind, file_size, sha256, comment, state, storage_key,
       key_id, wrapped_key, created_at, version)
     SELECT gen_random_uuid(), gen_random_uuid(), ${OWNER}, 'Volume', 'Clinician',
       (ARRAY['PT','CARD','CM','ORTHO','DERM','FLU'])[1 + n % 6] || '-'
         || CASE WHEN n < 1000 THEN 100000 + n ELSE 200000 + n % 700000 END, repeat('x', 43),
       at, at + interval '30 days', CASE WHEN n % 2 = 0 THEN 'IMG_2041.jpg' ELSE 'Referral letter.pdf' END,
       CASE WHEN n % 2 = 0 THEN 'image/jpeg' ELSE 'application/pdf' END,
       CASE WHEN n % 2 = 0 THEN 'image' ELSE 'pdf' END, 20000 + (n * 7919::bigint) % 4000000,
       decode(md5(n::text) || md5(n::text), 'hex'), NULL, 'ready', 'volume/' || gen_random_uuid(),
       $6, decode(repeat(md5(n::text), 4), 'hex'), at, 1
     FROM (SELECT n, ${AT} AS at FROM generate_series($1::int, $2::int - 1) AS n) AS made`,
    [from, rows, ...ownersOf(world, others), world.stack.secrets.kekKeys.current],
  );
}

/** The nth newest belongs to, and was made at. */
const OWNER = `CASE WHEN n % ${String(SHARE)} = 0 AND n < ${String(YEARLY)} THEN $3::uuid
  ELSE ($4::uuid[])[1 + n % $5::int] END`;
const AT = `now() - interval '1 hour' - n * interval '400 days' / ${String(YEARLY)}`;

const ownersOf = ({ clinician }: World, others: Owner[]): [string, string[], number] => [
  clinician.id,
  others.map(({ id }) => id),
  others.length,
];
