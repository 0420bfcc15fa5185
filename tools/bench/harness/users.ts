import { createPrivateKey, randomUUID, sign, type JsonWebKey } from 'node:crypto';
import type pg from 'pg';
import type { Stack } from '../../stack/start-stack.ts';

/** A user with an open session. */
export interface SignedInUser {
  id: string;
  firstName: string;
  lastName: string;
  bearer: string;
}

interface User {
  id: string;
  firstName: string;
  lastName: string;
}

const HOUR = 3600;

/**
 * Opens a session for each user directly in the auth service's database, with a bearer token signed by the stack's
 * key. Signing in would cost a password hash for each.
 */
export async function openSessions(
  auth: pg.Client,
  { secrets }: Stack,
  users: User[],
): Promise<SignedInUser[]> {
  const key = secrets.sessionKeys[0];
  if (!key) throw new Error('the stack has no session key');
  const signedIn = users.map((user) => ({ ...user, sessionId: randomUUID() }));
  await auth.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT unnest($1::uuid[]), unnest($2::uuid[]), now() + interval '2 hours'`,
    [signedIn.map(({ sessionId }) => sessionId), signedIn.map(({ id }) => id)],
  );
  return signedIn.map(({ sessionId, ...user }) => ({ ...user, bearer: bearerOf(key, user.id, sessionId) }));
}

function bearerOf(jwk: JsonWebKey, userId: string, sessionId: string): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'ES256', typ: 'session+jwt', kid: jwk.kid };
  const claims = {
    sub: userId,
    sid: sessionId,
    iss: 'caredrop',
    aud: 'caredrop',
    iat: now,
    exp: now + 2 * HOUR,
  };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export async function usersOf(auth: pg.Client, role: 'user' | 'admin'): Promise<User[]> {
  const { rows } = await auth.query<User>(
    `SELECT id, first_name AS "firstName", last_name AS "lastName" FROM users WHERE role = $1 ORDER BY email`,
    [role],
  );
  return rows;
}
