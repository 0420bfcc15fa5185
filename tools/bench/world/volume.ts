import { KeyRing, keyRingSchema } from '@caredrop/service-kit';
import { RowWriter } from '../../seed/volume/insert-rows.ts';
import { tokenRow } from '../../seed/volume/rows.ts';
import { volume, type Owner } from '../../seed/volume/volume.ts';
import type { World } from './world.ts';

/** Of so many rows one is the measured clinician's: a busy one, who has 10,000 of 200,000. */
const SHARE = 20;
const OTHERS = 200;

/** Fills links and documents up to `rows` of each, spread over 400 days; most belong to others. */
export async function fillUp(world: World, rows: number): Promise<void> {
  const others = await otherOwners(world);
  await withoutTriggers(world, async () => {
    await fillLinks(world, rows, others);
    await fillDocuments(world, rows, others);
  });
  await Promise.all([
    world.databases.token.query('VACUUM ANALYZE tokens'),
    world.databases.document.query('VACUUM ANALYZE documents'),
  ]);
}

/** They look at each row for a retired key: half of the time that filling up takes. */
async function withoutTriggers({ databases }: World, work: () => Promise<void>): Promise<void> {
  const alter = (what: string): Promise<unknown> =>
    Promise.all([
      databases.token.query(`ALTER TABLE tokens ${what} TRIGGER USER`),
      databases.document.query(`ALTER TABLE documents ${what} TRIGGER USER`),
    ]);
  await alter('DISABLE');
  try {
    await work();
  } finally {
    await alter('ENABLE');
  }
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

/** Each with its own sealed copy, since a list opens what it shows. */
async function fillLinks(world: World, rows: number, others: Owner[]): Promise<void> {
  const missing = rows - (await countOf(world, 'tokens'));
  if (missing <= 0) return;
  const keys = new KeyRing(keyRingSchema.parse(world.stack.secrets.linkKeys));
  const writer = new RowWriter(world.databases.token, 'tokens');
  let nth = 0;
  for (const link of volume([world.clinician, ...others], missing, 0, new Date())) {
    link.owner = ownerOf(nth, world.clinician, others);
    await writer.add(tokenRow(link, keys));
    nth += 1;
  }
  await writer.flush();
}

const ownerOf = (nth: number, busy: Owner, others: Owner[]): Owner =>
  nth % SHARE === 0 ? busy : (others[nth % others.length] ?? busy);

/** In the database itself: what a list shows of them needs no key. Their bytes are nowhere. */
async function fillDocuments(world: World, rows: number, others: Owner[]): Promise<void> {
  const missing = rows - (await countOf(world, 'documents'));
  if (missing <= 0) return;
  await world.databases.document.query(
    `INSERT INTO documents (id, token_id, owner_id, owner_first_name, owner_last_name, patient_ref_id, link,
       token_created_at, token_expires_at, file_name, file_type, kind, file_size, sha256, comment, state, storage_key,
       key_id, wrapped_key, created_at, version)
     SELECT gen_random_uuid(), gen_random_uuid(),
       CASE WHEN n % $2 = 0 THEN $3::uuid ELSE ($4::uuid[])[1 + n % $5] END, 'Volume', 'Clinician',
       (ARRAY['PT','CARD','CM','ORTHO','DERM','FLU'])[1 + n % 6] || '-' || (100000 + n), repeat('x', 43),
       at, at + interval '30 days', CASE WHEN n % 2 = 0 THEN 'IMG_2041.jpg' ELSE 'Referral letter.pdf' END,
       CASE WHEN n % 2 = 0 THEN 'image/jpeg' ELSE 'application/pdf' END,
       CASE WHEN n % 2 = 0 THEN 'image' ELSE 'pdf' END, 20000 + (n * 7919::bigint) % 4000000,
       decode(md5(n::text) || md5(n::text), 'hex'), NULL, 'ready', 'volume/' || gen_random_uuid(),
       $6, decode(repeat(md5(n::text), 4), 'hex'), at, 1
     FROM (SELECT n, now() - interval '1 hour' - n * interval '400 days' / $1 AS at
           FROM generate_series(0, $1::int - 1) AS n) AS made`,
    [
      missing,
      SHARE,
      world.clinician.id,
      others.map(({ id }) => id),
      others.length,
      world.stack.secrets.kekKeys.current,
    ],
  );
}

/** Takes the made-up documents away again: nobody can open them. */
export async function clearDocuments(world: World): Promise<void> {
  await world.databases.document.query(`DELETE FROM documents WHERE storage_key LIKE 'volume/%'`);
  await world.databases.document.query('VACUUM ANALYZE documents');
}
