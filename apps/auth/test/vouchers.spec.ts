import { teamLimits } from '@caredrop/contracts';
import { InternalIdentity, type Principal } from '@caredrop/service-kit';
import { newIdentityKeys, people } from '@caredrop/testing';
import { AuthApp, dora, type CallerName } from './support/auth-app.js';

const { ana } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
  await auth.add(ana, people.dora);
});
afterAll(() => auth.stop());

async function check(sessionId: string, from: CallerName = 'gateway'): Promise<Record<string, unknown>> {
  const body = { sessionId, activity: false };
  return (await auth.call('POST', '/internal/sessions/check', { from, body })).body.data ?? {};
}

/** Verifies a call from the gateway with the voucher, as another service does. */
async function readBy(service: string, voucher: unknown): Promise<Principal | null | undefined> {
  const gateway = newIdentityKeys();
  const keys = { gateway: gateway.publicKey, auth: auth.config.SERVICE_KEYS.auth ?? [] };
  const caller = new InternalIdentity('gateway', gateway.privateKey, {});
  const claimed = { ...dora, voucher: String(voucher) };
  const token = await caller.tokenFor(service, claimed);
  return (await new InternalIdentity(service, newIdentityKeys().privateKey, keys).verify(token))?.principal;
}

describe('the voucher of a session check', () => {
  it('the gateway gets a voucher that every service accepts and that matches the database', async () => {
    const { sessionId } = await auth.signIn(ana);
    const { voucher } = await check(sessionId);
    const { id: userId, role, firstName, lastName } = ana;
    for (const service of ['token', 'document', 'notification', 'audit'])
      expect(await readBy(service, voucher)).toEqual({
        userId,
        role,
        firstName,
        lastName,
        sessionId,
        recentProof: true,
        teams: [],
        covers: [],
        voucher,
      });
  });

  it('the document service gets no voucher', async () => {
    const { sessionId } = await auth.signIn(ana);
    expect(await check(sessionId, 'document')).toMatchObject({ outcome: 'alive', user: { id: ana.id } });
    expect(await check(sessionId, 'document')).not.toHaveProperty('voucher');
  });

  it.each([
    ['signing out', async (as: Principal) => auth.call('POST', '/auth/logout', { as })],
    [
      'being disabled',
      async ({ userId }: Principal) =>
        auth.call('POST', `/admin/users/${userId}/disable`, { as: await auth.signIn(people.dora) }),
    ],
  ])('no voucher is issued after %s, even if one was issued just before', async (_what, end) => {
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: false } });
    const session = await auth.signIn(ana);
    expect(await check(session.sessionId)).toHaveProperty('voucher');
    expect((await end(session)).status).toBe(200);
    expect(await check(session.sessionId)).toEqual({ outcome: 'ended' });
  });

  it('a voucher carries the current role and proof of the session', async () => {
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: false } });
    const { sessionId } = await auth.signIn(ana);
    await check(sessionId);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { role: 'admin' } });
    await auth.prisma.session.update({ where: { id: sessionId }, data: { provenAt: new Date(0) } });
    const { voucher } = await check(sessionId);
    expect(await readBy('token', voucher)).toMatchObject({ role: 'admin', recentProof: false });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { role: 'user' } });
  });
});

describe('the teams and absences in a voucher', () => {
  it('the token of a user with the maximum number of teams and absences fits into half of the header limit', async () => {
    const { sessionId } = await auth.signIn(ana);
    const { teamsPerUserMax: teams, coversPerUserMax: covers } = teamLimits;
    await auth.prisma.$executeRaw`
      WITH made AS (INSERT INTO teams (id, name)
        SELECT gen_random_uuid(), n::text FROM generate_series(1, ${teams}::int) AS n RETURNING id)
      INSERT INTO team_members (team_id, user_id) SELECT id, ${ana.id}::uuid FROM made`;
    await auth.prisma.$executeRaw`
      WITH away AS (INSERT INTO users (id, first_name, last_name, email, role)
        SELECT gen_random_uuid(), 'F', 'L', n || '@away.example', 'user'
          FROM generate_series(1, ${covers}::int) AS n RETURNING id)
      INSERT INTO covers (id, user_id, cover_id, starts_at, ends_at, created_by)
      SELECT gen_random_uuid(), id, ${ana.id}::uuid, now(), now() + interval '1 day', id FROM away`;
    const { voucher, user } = await check(sessionId);
    const principal = (await readBy('token', voucher)) as Principal;
    expect([principal.teams.length, principal.covers.length]).toEqual([teams, covers]);
    expect(user).toMatchObject({ teams: principal.teams, covers: principal.covers });
    expect((await auth.tokenOf('gateway', principal)).length).toBeLessThan(8 * 1024);
  });
});

describe('a call on behalf of a user', () => {
  it('a call for an administrator without a voucher is refused with 401', async () => {
    const claimed = await auth.signIn(people.dora);
    const token = await auth.unvouchedToken('gateway', claimed);
    const headers = { authorization: `Bearer ${token}` };
    const response = await auth.app.inject({ method: 'GET', url: '/admin/users', headers });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ status: 'fail', code: 'unauthorized' });
  });
});
