import { people } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import { PasswordHasher } from '../src/hashing/password-hasher.js';
import { AuthApp, principalOf } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
  await auth.add(ana, ben);
});
afterAll(() => auth.stop());

describe('signing in', () => {
  it('a sign-in returns the user and a token', async () => {
    const { status, body } = await auth.logIn(ana);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: {
        user: {
          id: ana.id,
          firstName: 'Ana',
          lastName: ana.lastName,
          email: ana.email,
          role: 'user',
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
          disabled: false,
          disableReason: null,
        },
        token: expect.any(String) as string,
      },
    });
  });

  it('the email is accepted in any case and with spaces around it', async () => {
    const { status } = await auth.logIn({ ...ana, email: `  ${ana.email.toUpperCase()} ` });
    expect(status).toBe(200);
  });

  it('the token can be verified with the published keys and ends with the session', async () => {
    const { body } = await auth.logIn(ana);
    const jwks = (await auth.call('GET', '/jwks')).body as unknown as JSONWebKeySet;
    const { payload } = await jwtVerify(String(body.data?.token), createLocalJWKSet(jwks), {
      algorithms: ['ES256'],
      issuer: 'caredrop',
      audience: 'caredrop',
    });
    expect(payload.sub).toBe(ana.id);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(12 * 60 * 60);
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  });

  it('each sign-in opens a separate session', async () => {
    const [one, two] = await Promise.all([auth.logIn(ana), auth.logIn(ana)]);
    expect(decodeJwt(String(one.body.data?.token)).sid).not.toBe(decodeJwt(String(two.body.data?.token)).sid);
  });

  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['no password', { email: ana.email }],
    ['a blank address', { email: '  ', password: 'x' }],
    ['an empty password', { email: ana.email, password: '' }],
    ['numbers', { email: 1, password: 2 }],
    ['null', { email: null, password: null }],
  ])('a sign-in with %s is refused with 400', async (_name, body) => {
    const response = await auth.call('POST', '/auth/login', { body });
    expect(response.status).toBe(400);
    expect(response.body.message).toBe('Email and password are required');
  });

  it('an unknown account, a wrong password and an account without a password get the same response', async () => {
    await auth.prisma.user.create({
      data: {
        id: crypto.randomUUID(),
        firstName: 'New',
        lastName: 'One',
        email: 'new.one@clinic.example',
        role: 'user',
      },
    });
    const responses = [
      await auth.logIn({ ...ana, email: 'nobody@clinic.example' }),
      await auth.logIn({ ...ana, password: 'wrong-password' }),
      await auth.logIn({ ...ana, email: 'new.one@clinic.example' }),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ message: 'Invalid email or password', code: 'invalid_credentials' });
      expect(body.data).toBeUndefined();
    }
  });

  it('an email that contains NUL is treated as unknown', async () => {
    const { status } = await auth.logIn({ ...ana, email: 'a\u0000b@clinic.example' });
    expect(status).toBe(401);
  });

  it('extra fields in the sign-in request are ignored', async () => {
    const body = { email: ana.email, password: ana.password, role: 'admin' };
    const response = await auth.call('POST', '/auth/login', { body });
    expect(response.body.data?.user).toMatchObject({ role: 'user' });
  });

  it('a disabled account is reported only with the right password', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
    const right = await auth.logIn(ben);
    expect(right.status).toBe(403);
    expect(right.body).toMatchObject({ message: 'Your account has been disabled', code: 'account_disabled' });
    const wrong = await auth.logIn({ ...ben, password: 'wrong-password' });
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe('Invalid email or password');
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: false } });
  });
});

describe('account changes during the password comparison', () => {
  /** Makes the change after the comparison has succeeded and before a session is opened. */
  async function signInWhile(change: () => Promise<unknown>): Promise<number> {
    const hasher = auth.app.get(PasswordHasher);
    const matches = jest.spyOn(hasher, 'matches').mockImplementationOnce(async (...compared) => {
      const same = await PasswordHasher.prototype.matches.apply(hasher, compared);
      await change();
      return same;
    });
    const { status } = await auth.logIn(ana);
    matches.mockRestore();
    return status;
  }
  const sessionsOfAna = () => auth.prisma.session.count({ where: { userId: ana.id } });

  it('a sign-in opens no session when the password is replaced during the comparison', async () => {
    const { passwordHash } = await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } });
    const set = (hash: string | null) =>
      auth.prisma.user.update({ where: { id: ana.id }, data: { passwordHash: hash } });
    const before = await sessionsOfAna();
    expect(await signInWhile(() => set('another hash'))).toBe(401);
    expect(await sessionsOfAna()).toBe(before);
    await set(passwordHash);
  });

  it('a sign-in opens no session when the account is disabled during the comparison', async () => {
    const set = (disabled: boolean) => auth.prisma.user.update({ where: { id: ana.id }, data: { disabled } });
    const before = await sessionsOfAna();
    // The account was read as enabled before the comparison, so the statement that opens the session must check it.
    expect(await signInWhile(() => set(true))).toBe(401);
    expect(await sessionsOfAna()).toBe(before);
    await set(false);
  });
});

describe('the current user', () => {
  it('GET /auth/me returns the signed-in user', async () => {
    const response = await auth.call('GET', '/auth/me', { as: await auth.signIn(ana) });
    expect(response.status).toBe(200);
    expect(response.body.data?.user).toMatchObject({ id: ana.id, email: ana.email, role: 'user' });
  });

  it('GET /auth/me is refused without a session', async () => {
    const response = await auth.call('GET', '/auth/me');
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ message: 'Please sign in', code: 'unauthorized' });
  });

  it('GET /auth/me is refused for a session that is not in the database', async () => {
    const response = await auth.call('GET', '/auth/me', { as: principalOf(ana) });
    expect(response.status).toBe(401);
  });
});

describe('signing out', () => {
  it('signing out ends the current session only', async () => {
    const [here, there] = [await auth.signIn(ana), await auth.signIn(ana)];
    const response = await auth.call('POST', '/auth/logout', { as: here });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'success', message: 'Logged out successfully', data: null },
    });
    expect(await auth.isAlive(here.sessionId)).toBe(false);
    expect(await auth.isAlive(there.sessionId)).toBe(true);
    expect((await auth.call('GET', '/auth/me', { as: here })).status).toBe(401);
  });

  it('signing out three times at once publishes one event', async () => {
    const here = await auth.signIn(ana);
    const responses = await Promise.all([1, 2, 3].map(() => auth.call('POST', '/auth/logout', { as: here })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const told = (await auth.events()).filter(({ envelope }) => envelope.aggregateId === here.sessionId);
    expect(told.map(({ type }) => type)).toEqual(['session.revoked']);
    expect(told[0]?.envelope).toMatchObject({
      source: 'auth',
      actor: ana.id,
      data: { userId: ana.id, sessionId: here.sessionId },
    });
  });

  it('signing out does not end a session of another user', async () => {
    const theirs = await auth.signIn(ben);
    await auth.call('POST', '/auth/logout', { as: principalOf(ana, theirs.sessionId) });
    expect(await auth.isAlive(theirs.sessionId)).toBe(true);
  });

  it('signing out is refused without a session', async () => {
    expect((await auth.call('POST', '/auth/logout')).status).toBe(401);
  });
});
