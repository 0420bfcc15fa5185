import { randomBytes } from 'node:crypto';
import { people } from '@caredrop/testing';
import { AuthApp } from './support/auth-app.js';
import { enrol, forgetUsedSteps } from './support/second-factor.js';

const { ana, ben } = people;
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const [f1, f2] = [1, 2].map(() => randomBytes(32).toString('base64'));
const ring = JSON.stringify({ current: 'f1', keys: { f1 } });
const rotatedRing = JSON.stringify({ current: 'f2', keys: { f1, f2 } });
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start({ SECOND_FACTOR_KEYS: ring });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.user.deleteMany();
  await auth.prisma.attemptCounter.deleteMany();
  await auth.prisma.$executeRaw`DELETE FROM outbox`;
  await auth.add(ana, ben);
});

type Listed = { id: string; current: boolean; device: string | null; address: string | null };
async function sessionsOf(as: Awaited<ReturnType<AuthApp['signIn']>>): Promise<Listed[]> {
  return (await auth.call('GET', '/auth/sessions', { as })).body.data?.sessions as Listed[];
}
const news = async (type: string) =>
  (await auth.events()).filter((event) => event.type === type).map(({ envelope }) => envelope.data);

describe('the sessions of a user', () => {
  it('sessions are listed with device, address and times, the current one first', async () => {
    const there = await auth.signIn(ana, '2001:db8:1:2:3:4:5:6', phone);
    const here = await auth.signIn(ana, '203.0.113.77', windows);
    await auth.signIn(ben);
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const times = { signedInAt: time, lastActiveAt: time };
    expect(await sessionsOf(here)).toEqual([
      { id: here.sessionId, current: true, device: 'Chrome on Windows', address: '203.0.113.77', ...times },
      {
        id: there.sessionId,
        current: false,
        device: 'Safari on iOS',
        address: '2001:db8:1:2::/64',
        ...times,
      },
    ]);
  });

  it('sessions that were ended, expired or idle for too long are not listed', async () => {
    const [here, ended, over, idle] = await Promise.all([1, 2, 3, 4].map(() => auth.signIn(ana)));
    if (!here || !ended || !over || !idle) throw new Error('four sessions were opened');
    await auth.call('POST', '/auth/logout', { as: ended });
    await auth.prisma.$executeRaw`UPDATE sessions SET expires_at = now() WHERE id = ${over.sessionId}::uuid`;
    await auth.prisma.$executeRaw`
      UPDATE sessions SET last_activity_at = now() - interval '31 minutes' WHERE id = ${idle.sessionId}::uuid`;
    expect((await sessionsOf(here)).map(({ id }) => id)).toEqual([here.sessionId]);
  });

  it('ending one session keeps the others and publishes an event', async () => {
    const [here, there, third] = [await auth.signIn(ana), await auth.signIn(ana), await auth.signIn(ana)];
    const end = () => auth.call('DELETE', `/auth/sessions/${there.sessionId}`, { as: here });
    expect(await end()).toMatchObject({ status: 200, body: { message: 'That device has been signed out' } });
    expect(await auth.isAlive(there.sessionId)).toBe(false);
    expect(await auth.isAlive(here.sessionId)).toBe(true);
    expect(await auth.isAlive(third.sessionId)).toBe(true);
    expect(await news('session.revoked')).toEqual([{ userId: ana.id, sessionId: there.sessionId }]);
    expect((await end()).status).toBe(404);
  });

  it('all sessions except the current one can be ended at once', async () => {
    const [here, there, bens] = [await auth.signIn(ana), await auth.signIn(ana), await auth.signIn(ben)];
    expect((await auth.call('POST', '/auth/sessions/end-others', { as: here })).status).toBe(200);
    expect(await auth.isAlive(there.sessionId)).toBe(false);
    expect([await auth.isAlive(here.sessionId), await auth.isAlive(bens.sessionId)]).toEqual([true, true]);
    expect(await news('session.revoked')).toEqual([{ userId: ana.id, sessionId: there.sessionId }]);
  });

  it.each(['0193c1c8-0000-7000-8000-00000000dead', 'no-id', ''])(
    'ending the session %j returns 404',
    async (id) => {
      const as = await auth.signIn(ana);
      expect((await auth.call('DELETE', `/auth/sessions/${id}`, { as })).status).toBe(404);
    },
  );

  it('a session cannot be ended by another user', async () => {
    const [anas, bens] = [await auth.signIn(ana), await auth.signIn(ben)];
    expect((await auth.call('DELETE', `/auth/sessions/${anas.sessionId}`, { as: bens })).status).toBe(404);
    expect(await auth.isAlive(anas.sessionId)).toBe(true);
  });
});

describe('sign-ins from a new device or network', () => {
  const opened = () => news('session.opened_on_new_device');

  it('a sign-in from a new device or network is reported once, and a first sign-in is not reported', async () => {
    await auth.signIn(ana, '203.0.113.7', windows);
    await auth.signIn(ana, '203.0.113.99', windows);
    expect(await opened()).toEqual([]);
    const { sessionId } = await auth.signIn(ana, '203.0.113.7', phone);
    await auth.signIn(ana, '203.0.113.7', phone);
    expect(await opened()).toEqual([{ userId: ana.id, sessionId }]);
    const elsewhere = await auth.signIn(ana, '198.51.100.1', windows);
    await auth.signIn(ben, '198.51.100.1', windows);
    expect(await opened()).toContainEqual({ userId: ana.id, sessionId: elsewhere.sessionId });
    expect(await opened()).toHaveLength(2);
  });

  it('after several new devices within a day, further ones are not reported until the next day', async () => {
    for (let net = 1; net <= 9; net += 1) await auth.signIn(ana, `198.51.${net}.1`, windows);
    expect(await opened()).toHaveLength(4);
    await auth.prisma.$executeRaw`UPDATE known_devices SET first_seen_at = now() - interval '25 hours'`;
    await auth.signIn(ana, '203.0.113.7', windows);
    expect(await opened()).toHaveLength(5);
  });

  it('devices known before a key rotation do not prevent the report of a new device after it', async () => {
    const addresses = [1, 2, 3, 4, 5].map((net) => `198.51.${net}.1`);
    for (const address of addresses) await auth.signIn(ana, address, windows);
    await auth.prisma.$executeRaw`UPDATE known_devices SET first_seen_at = now() - interval '25 hours'`;
    const before = (await opened()).length;
    const settings = { DATABASE_URL: auth.database.url, SECOND_FACTOR_KEYS: rotatedRing };
    const rotated = await AuthApp.start(settings);
    try {
      for (const address of addresses) await rotated.signIn(ana, address, windows);
      expect(await opened()).toHaveLength(before);
      const { sessionId } = await rotated.signIn(ana, '203.0.113.7', phone);
      expect(await opened()).toContainEqual({ userId: ana.id, sessionId });
    } finally {
      await rotated.stop();
    }
  });

  it('a known device is stored as a hash, and no event contains the address or the browser', async () => {
    await auth.signIn(ana, '203.0.113.7', windows);
    const [row] = await auth.prisma.knownDevice.findMany();
    expect(row?.fingerprint).toHaveLength(32);
    expect(JSON.stringify(await auth.events())).not.toMatch(/203\.0\.113|Chrome|Windows/);
  });

  it('the notification service can read the device and the shortened address of a session', async () => {
    const { sessionId } = await auth.signIn(ana, '203.0.113.7', windows);
    const describe = (userId: string, from: 'notification' | 'gateway' = 'notification') =>
      auth.call('POST', '/internal/sessions/describe', { from, body: { userId, sessionId } });
    const { data } = (await describe(ana.id)).body;
    expect(data).toMatchObject({ outcome: 'found', device: 'Chrome on Windows', network: '203.0.113.x' });
    expect((await describe(ben.id)).body.data).toEqual({ outcome: 'gone' });
    expect((await describe(ana.id, 'gateway')).status).toBe(403);
  });
});

describe('changing the password while signed in', () => {
  const change = (as: Awaited<ReturnType<AuthApp['signIn']>>, currentPassword: string, newPassword: string) =>
    auth.call('POST', '/auth/change-password', { as, body: { currentPassword, newPassword } });
  const renewed = { ...ana, password: 'a new long passphrase' };

  it('a password change needs the current password and ends all other sessions', async () => {
    const [here, there] = [await auth.signIn(ana), await auth.signIn(ana)];
    await auth.newLink(ana.id);
    expect((await change(here, 'wrong-password', renewed.password)).status).toBe(400);
    expect(await auth.isAlive(there.sessionId)).toBe(true);
    expect(await change(here, ana.password, renewed.password)).toMatchObject({
      status: 200,
      body: { message: 'Your password has been changed. All other devices have been signed out.' },
    });
    expect([await auth.isAlive(here.sessionId), await auth.isAlive(there.sessionId)]).toEqual([true, false]);
    expect((await auth.logIn(ana)).status).toBe(401);
    expect((await auth.logIn(renewed)).status).toBe(200);
    expect(await news('password.changed')).toEqual([{ userId: ana.id }]);
    expect(await auth.prisma.passwordLink.count()).toBe(0);
  });

  it('a password change of an account with a second factor needs a code, which is used up', async () => {
    const as = await auth.signIn(ana);
    const { app } = await enrol(auth, ana, as);
    await forgetUsedSteps(auth, ana);
    const code = app.code();
    const withCode = (typed?: string, newPassword = renewed.password) =>
      auth.call('POST', '/auth/change-password', {
        as,
        body: { currentPassword: ana.password, newPassword, code: typed },
      });
    expect(await withCode()).toMatchObject({ status: 400, body: { code: 'code_required' } });
    expect(await withCode('000000')).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect(await withCode(code, '12345')).toMatchObject({
      status: 400,
      body: { code: 'password_too_short' },
    });
    expect((await withCode(code)).status).toBe(200);
    const again = { currentPassword: renewed.password, newPassword: 'another long passphrase', code };
    const repeated = await auth.call('POST', '/auth/change-password', { as, body: again });
    expect(repeated).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
  });

  it('after five wrong current passwords, the next attempt gets 429', async () => {
    const as = await auth.signIn(ana);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await change(as, 'no', renewed.password)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it('a new password that a reset would refuse is refused with the same message', async () => {
    const as = await auth.signIn(ana);
    expect(await change(as, ana.password, '12345')).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 6 characters' },
    });
    expect((await auth.logIn(ana)).status).toBe(200);
  });

  it.each([
    [{ newPassword: 'long enough' }, 'Your current password is required'],
    [{ currentPassword: 'x', newPassword: '' }, 'Password is required'],
  ])('a password change without both passwords is refused: %j', async (body, message) => {
    const as = await auth.signIn(ana);
    const response = await auth.call('POST', '/auth/change-password', { as, body });
    expect(response).toMatchObject({ status: 400, body: { message } });
  });

  it('a password change is refused for a session that has ended', async () => {
    const as = await auth.signIn(ana);
    await auth.prisma.$executeRaw`UPDATE sessions SET ended_at = now()`;
    expect((await change(as, ana.password, renewed.password)).status).toBe(401);
    expect((await auth.logIn(ana)).status).toBe(200);
  });
});
