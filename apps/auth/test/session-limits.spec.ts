import type { SessionTime } from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { AuthApp, principalOf } from './support/auth-app.js';

const { ana } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start({ SESSION_IDLE_SECONDS: '1800', SESSION_ABSOLUTE_SECONDS: '43200' });
  await auth.add(ana);
});
afterAll(() => auth.stop());

/** Sets a session's times: last active `idle` seconds ago, and `left` seconds until its absolute limit. */
async function backdate(sessionId: string, { idle, left }: { idle: number; left: number }): Promise<void> {
  await auth.prisma.$executeRaw`
    UPDATE sessions SET last_activity_at = now() - ${idle}::int * interval '1 second',
           expires_at = now() + ${left}::int * interval '1 second' WHERE id = ${sessionId}::uuid`;
}

async function check(sessionId: string, activity: boolean) {
  const response = await auth.call('POST', '/internal/sessions/check', { body: { sessionId, activity } });
  expect(response.status).toBe(200);
  return response.body.data as { outcome: string; endsAt?: string; user?: Record<string, unknown> };
}

const secondsUntil = (time: string | undefined) => (new Date(String(time)).getTime() - Date.now()) / 1000;

async function lastActivity(sessionId: string): Promise<number> {
  const { lastActivityAt } = await auth.prisma.session.findUniqueOrThrow({ where: { id: sessionId } });
  return lastActivityAt.getTime();
}

describe('the session check', () => {
  it('the session check returns the user and the end of the session', async () => {
    const { sessionId } = await auth.signIn(ana);
    const response = await check(sessionId, true);
    expect(response).toMatchObject({
      outcome: 'alive',
      user: { id: ana.id, role: 'user', firstName: 'Ana', lastName: ana.lastName },
    });
    expect(secondsUntil(response.endsAt)).toBeGreaterThan(1795);
    expect(secondsUntil(response.endsAt)).toBeLessThan(1805);
  });

  it('a session that was idle for too long has ended, and activity does not restore it', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1801, left: 3600 });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
  });

  it('a session just within the idle limit is alive', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1790, left: 3600 });
    expect((await check(sessionId, false)).outcome).toBe('alive');
  });

  it('a session ends at its absolute limit despite activity', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 0, left: -1 });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
  });

  it('the session check returns the absolute limit when that comes first', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 0, left: 60 });
    expect(secondsUntil((await check(sessionId, true)).endsAt)).toBeLessThan(61);
  });

  it('activity extends the idle timeout', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1700, left: 3600 });
    expect(secondsUntil((await check(sessionId, true)).endsAt)).toBeGreaterThan(1790);
  });

  it('a check without activity does not postpone the idle limit', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1700, left: 3600 });
    expect(secondsUntil((await check(sessionId, false)).endsAt)).toBeLessThan(101);
  });

  it('activity is stored at most once a minute', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 50, left: 3600 });
    const before = await lastActivity(sessionId);
    await check(sessionId, true);
    expect(await lastActivity(sessionId)).toBe(before);
    await backdate(sessionId, { idle: 61, left: 3600 });
    await check(sessionId, true);
    expect(await lastActivity(sessionId)).toBeGreaterThan(before);
  });

  it('a session of a disabled account has ended', async () => {
    const { sessionId } = await auth.signIn(ana);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: true } });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: false } });
  });

  it('a session without a second factor ends once its user is required to use one', async () => {
    const { sessionId } = await auth.signIn(ana);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { secondFactorRequired: true } });
    expect(await check(sessionId, false)).toEqual({ outcome: 'ended' });
    await auth.prisma.session.update({ where: { id: sessionId }, data: { secondFactor: true } });
    expect(await check(sessionId, false)).toMatchObject({ outcome: 'alive' });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { secondFactorRequired: false } });
  });

  it('an unknown session has ended', async () => {
    expect(await check(crypto.randomUUID(), true)).toEqual({ outcome: 'ended' });
  });

  it('an invalid session id is refused with 400', async () => {
    const response = await auth.call('POST', '/internal/sessions/check', {
      body: { sessionId: 'x', activity: true },
    });
    expect(response.status).toBe(400);
  });
});

describe('short session limits', () => {
  it('a session with an idle limit of four seconds ends as time passes', async () => {
    const short = await AuthApp.start({ SESSION_IDLE_SECONDS: '4', SESSION_ABSOLUTE_SECONDS: '6' });
    try {
      await short.add(ana);
      const { sessionId } = await short.signIn(ana);
      expect(await short.isAlive(sessionId)).toBe(true);
      await eventually(async () => expect(await short.isAlive(sessionId)).toBe(false));
    } finally {
      await short.stop();
    }
  });
});

describe('the remaining session time', () => {
  const left = async (sessionId: string, call: 'session' | 'session/extend' = 'session') => {
    const as = principalOf(ana, sessionId);
    const method = call === 'session' ? 'GET' : 'POST';
    const response = await auth.call(method, `/auth/${call}`, { as });
    return { status: response.status, ...(response.body.data?.session as SessionTime) };
  };

  it('the remaining time is returned with the warning time, and reading it does not count as activity', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1700, left: 40_000 });
    const before = await lastActivity(sessionId);
    const time = await left(sessionId);
    expect(time).toMatchObject({ status: 200, extendable: true, warningSeconds: 120 });
    expect(time.secondsLeft).toBeGreaterThan(95);
    expect(time.secondsLeft).toBeLessThanOrEqual(100);
    expect(secondsUntil(time.endsAt)).toBeLessThan(101);
    expect(await lastActivity(sessionId)).toBe(before);
  });

  it('extending a session restores the full idle limit, and a gain of 20 seconds is not audited', async () => {
    const { sessionId } = await auth.signIn(ana);
    for (const idle of [1700, 20]) {
      await backdate(sessionId, { idle, left: 40_000 });
      const time = await left(sessionId, 'session/extend');
      expect(time.secondsLeft).toBeGreaterThan(1795);
      expect((await left(sessionId)).secondsLeft).toBeGreaterThan(1795);
    }
    // The second extension added twenty seconds, too little for an audit entry.
    const acts = await auth.prisma.$queryRaw<{ data: object }[]>`
      SELECT envelope->'data' AS data FROM outbox WHERE envelope->'data'->'subject'->>'id' = ${sessionId}`;
    const extended = acts.filter(({ data }) => (data as { action: string }).action === 'session.extend');
    expect(extended).toEqual([
      { data: expect.objectContaining({ outcome: 'success', subject: { kind: 'session', id: sessionId } }) },
    ]);
  });

  it('a session cannot be extended beyond its absolute limit and is reported as not extendable', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 0, left: 90 });
    expect(await left(sessionId)).toMatchObject({ status: 200, extendable: false });
    const time = await left(sessionId, 'session/extend');
    expect(time.secondsLeft).toBeLessThanOrEqual(90);
    expect(time.extendable).toBe(false);
  });

  it.each([
    ['idle', { idle: 1801, left: 40_000 }],
    ['absolute', { idle: 0, left: -1 }],
  ])('a session past its %s limit returns 401 and cannot be extended', async (_name, past) => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, past);
    expect((await left(sessionId)).status).toBe(401);
    expect((await left(sessionId, 'session/extend')).status).toBe(401);
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
  });

  it('a session cannot be extended after signing out', async () => {
    const { sessionId } = await auth.signIn(ana);
    await auth.call('POST', '/auth/logout', { as: principalOf(ana, sessionId) });
    expect((await left(sessionId, 'session/extend')).status).toBe(401);
  });
});
