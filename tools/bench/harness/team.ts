import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { SignedInUser } from './users.ts';

/** Colleagues in the team of the measured clinician. */
const COLLEAGUES = 4;

/** Puts `clinician` into a team with the first colleagues, and lets the clinician stand in for the first. Returns the team's id. */
export async function openTeam(
  auth: pg.Client,
  clinician: SignedInUser,
  colleagues: { id: string }[],
): Promise<string> {
  const found = await auth.query<{ id: string }>(
    'SELECT team_id AS id FROM team_members WHERE user_id = $1',
    [clinician.id],
  );
  if (found.rows[0]) return found.rows[0].id;
  const id = randomUUID();
  const others = colleagues.slice(0, COLLEAGUES).map((colleague) => colleague.id);
  await auth.query(`INSERT INTO teams (id, name) VALUES ($1, 'Volume')`, [id]);
  await auth.query('INSERT INTO team_members (team_id, user_id) SELECT $1, unnest($2::uuid[])', [
    id,
    [clinician.id, ...others],
  ]);
  await auth.query(
    `INSERT INTO covers (id, user_id, cover_id, starts_at, ends_at, created_by)
     VALUES (gen_random_uuid(), $1, $2, now() - interval '1 hour', now() + interval '1 day', $1)`,
    [others[0], clinician.id],
  );
  return id;
}
