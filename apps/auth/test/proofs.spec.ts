import type { Team } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { people } from '@caredrop/testing';
import { AuthApp, principalOf } from './support/auth-app.js';
import { enrol, forgetUsedSteps } from './support/second-factor.js';

const { ana, ben, dora } = people;
let auth: AuthApp;
let bulk: AuthApp;

beforeAll(async () => {
  [auth, bulk] = [await AuthApp.start(), await AuthApp.start({ FRESH_PROOF_SCOPE: 'wide' })];
  await bulk.add(ana, dora);
});
afterAll(() => Promise.all([auth.stop(), bulk.stop()]));
beforeEach(async () => {
  await auth.prisma.user.deleteMany();
  await auth.prisma.attemptCounter.deleteMany();
  await auth.prisma.$executeRaw`DELETE FROM outbox`;
  await auth.add(ana, ben, dora);
});

const prove = (as: Principal, body: unknown) => auth.call('POST', '/auth/proof', { as, body });

/** Whether auth reports a recent proof for the session. */
async function isProven({ sessionId }: Principal): Promise<unknown> {
  const body = { sessionId, activity: false };
  return (await auth.call('POST', '/internal/sessions/check', { body })).body.data?.recentProof;
}

/** Backdates the last proof, as if the user had signed in or given it this long ago. */
const age = ({ sessionId }: Principal, seconds: number) =>
  auth.prisma.$executeRaw`
    UPDATE sessions SET proven_at = now() - ${seconds}::int * interval '1 second' WHERE id = ${sessionId}::uuid`;

const auditOf = async (action: string) =>
  (
    await auth.prisma.$queryRaw<{ data: { outcome: string; reason: string | null } }[]>`
      SELECT envelope->'data' AS data FROM outbox
       WHERE type = 'audit.recorded' AND envelope->'data'->>'action' = ${action} ORDER BY created_at`
  ).map(({ data }) => [data.outcome, data.reason]);

describe('giving a fresh proof', () => {
  it('a sign-in counts as a fresh proof for five minutes', async () => {
    const as = await auth.signIn(ana);
    expect(await isProven(as)).toBe(true);
    await age(as, 299);
    expect(await isProven(as)).toBe(true);
    await age(as, 301);
    expect(await isProven(as)).toBe(false);
  });

  it('a session without a stored proof has no fresh proof', async () => {
    const as = await auth.signIn(ana);
    await auth.prisma.session.update({ where: { id: as.sessionId }, data: { provenAt: null } });
    expect(await isProven(as)).toBe(false);
  });

  it('the password renews the proof for this session only', async () => {
    const [as, other] = [await auth.signIn(ana), await auth.signIn(ana)];
    await Promise.all([age(as, 400), age(other, 400)]);
    const { status, body } = await prove(as, { password: ana.password });
    expect(status).toBe(200);
    const secondsLeft = (Date.parse(String(body.data?.provenUntil)) - Date.now()) / 1000;
    expect(secondsLeft).toBeGreaterThan(270);
    expect(secondsLeft).toBeLessThan(330);
    expect([await isProven(as), await isProven(other)]).toEqual([true, false]);
    expect(await auditOf('session.prove')).toEqual([['success', null]]);
  });

  it('a wrong password is refused, audited and limited separately from failed sign-ins', async () => {
    const as = await auth.signIn(ana);
    await age(as, 400);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await prove(as, { password: 'no' })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await auth.logIn(ana)).status).toBe(200);
    expect(await isProven(as)).toBe(false);
    const entries = await auditOf('session.prove');
    expect(entries).toHaveLength(6);
    expect(entries[0]).toEqual(['refused', 'password_wrong']);
  });

  it.each([undefined, {}, { password: '' }, { password: 7 }])(
    'a proof without a password is refused: %j',
    async (body) => {
      const response = await prove(await auth.signIn(ana), body);
      expect(response).toMatchObject({ status: 400, body: { message: 'Password is required' } });
    },
  );

  it('a fresh proof needs a code as well if the account has a second factor', async () => {
    const as = await auth.signIn(ana);
    const { app, recoveryCodes } = await enrol(auth, ana, as);
    await age(as, 400);
    const { password } = ana;
    for (const code of [undefined, null, app.wrongCode()])
      expect(await prove(as, { password, code })).toMatchObject({
        status: 400,
        body: { code: 'invalid_code' },
      });
    expect(await isProven(as)).toBe(false);
    const code = app.code();
    expect((await prove(as, { password, code })).status).toBe(200);
    expect(await isProven(as)).toBe(true);
    expect((await prove(as, { password, code })).status).toBe(400);
    await forgetUsedSteps(auth, ana);
    expect((await prove(as, { password: 'no', code: app.code() })).body.code).toBe('password_wrong');
    expect((await prove(as, { password, code: recoveryCodes[0] })).status).toBe(200);
    expect((await prove(as, { password, code: recoveryCodes[0] })).status).toBe(400);
  });

  it('a proof is refused for an ended session and for another user’s session', async () => {
    const [as, bens] = [await auth.signIn(ana), await auth.signIn(ben)];
    await auth.call('POST', '/auth/logout', { as });
    expect((await prove(as, { password: ana.password })).status).toBe(401);
    await age(bens, 400);
    const mixed = principalOf(ana, bens.sessionId);
    expect((await prove(mixed, { password: ana.password })).status).toBe(401);
    expect(await isProven(bens)).toBe(false);
  });
});

describe('calls without a fresh proof', () => {
  const inADay = () => new Date(Date.now() + 86_400_000).toISOString();
  const stale = { ...principalOf(dora), recentProof: false };
  const fresh = principalOf(dora);
  const refused = { status: 403, body: { status: 'fail', code: 'proof_required' } };
  const invitation = (role: string) => ({
    firstName: 'Eve',
    lastName: 'N',
    email: `${role}@x.example`,
    role,
  });

  it('inviting an administrator requires a fresh proof, and inviting a clinician does not', async () => {
    const invite = (as: Principal, role: string) =>
      auth.call('POST', '/admin/users', { as, body: invitation(role) });
    expect(await invite(stale, 'admin')).toMatchObject(refused);
    expect(await auth.prisma.user.count({ where: { role: 'admin' } })).toBe(1);
    expect((await invite(stale, 'user')).status).toBe(201);
    expect((await invite(fresh, 'admin')).status).toBe(201);
  });

  it('changing the second factor of another user requires a fresh proof', async () => {
    const call = (as: Principal, act: string, body?: object) =>
      auth.call('POST', `/admin/users/${ana.id}/second-factor/${act}`, { as, body });
    expect(await call(stale, 'reset')).toMatchObject(refused);
    expect(await call(stale, 'require', { required: false })).toMatchObject(refused);
    expect((await call(fresh, 'reset')).status).toBe(409);
    expect((await call(fresh, 'require', { required: true })).status).toBe(200);
  });

  it('disabling and enabling accounts requires a fresh proof only with the wide scope', async () => {
    const call = (app: AuthApp, as: Principal, act: string) =>
      app.call('POST', `/admin/users/${ana.id}/${act}`, { as });
    for (const act of ['disable', 'enable']) {
      expect((await call(auth, stale, act)).status).toBe(200);
      expect(await call(bulk, stale, act)).toMatchObject(refused);
      expect((await call(bulk, fresh, act)).status).toBe(200);
    }
  });

  it('adding a member to a team requires a fresh proof only with the wide scope, and removing one never does', async () => {
    for (const app of [auth, bulk]) {
      const made = await app.call('POST', '/admin/teams', { as: stale, body: { name: 'Cardiology' } });
      const members = `/admin/teams/${(made.body.data?.team as Team).id}/members`;
      const add = (as: Principal) => app.call('POST', members, { as, body: { userId: ana.id } });
      if (app === bulk) expect(await add(stale)).toMatchObject(refused);
      expect((await add(app === bulk ? fresh : stale)).status).toBe(200);
      expect((await app.call('DELETE', `${members}/${ana.id}`, { as: stale })).status).toBe(200);
    }
  });

  it('setting an absence requires a fresh proof only with the wide scope, and ending it never does', async () => {
    await bulk.add(ben);
    const admins = `/admin/users/${ana.id}/cover`;
    for (const [path, person] of [
      ['/auth/cover', ana],
      [admins, dora],
    ] as const) {
      const [then, now] = [{ ...principalOf(person), recentProof: false }, principalOf(person)];
      const body = { coverId: ben.id, startsAt: new Date().toISOString(), endsAt: inADay() };
      expect((await auth.call('POST', path, { as: then, body })).status).toBe(201);
      expect(await bulk.call('POST', path, { as: then, body })).toMatchObject(refused);
      expect((await bulk.call('POST', path, { as: now, body })).status).toBe(201);
      for (const app of [auth, bulk])
        expect((await app.call('DELETE', admins, { as: stale })).status).toBe(200);
    }
  });
});
