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

/** Moves a session's past: `idle` and `age` are seconds ago. */
async function backdate(sessionId: string, { idle, left }: { idle: number; left: number }): Promise<void> {
  await auth.prisma.$executeRaw`
    UPDATE sessions SET last_activity_at = now() - ${idle}::int * interval '1 second',
           expires_at = now() + ${left}::int * interval '1 second' WHERE id = ${sessionId}::uuid`;
}

async function check(sessionId: string, activity: boolean) {
  const answer = await auth.call('POST', '/internal/sessions/check', { body: { sessionId, activity } });
  expect(answer.status).toBe(200);
  return answer.body.data as { outcome: string; endsAt?: string; user?: Record<string, unknown> };
}

const secondsUntil = (time: string | undefined) => (new Date(String(time)).getTime() - Date.now()) / 1000;

async function lastActivity(sessionId: string): Promise<number> {
  const { lastActivityAt } = await auth.prisma.session.findUniqueOrThrow({ where: { id: sessionId } });
  return lastActivityAt.getTime();
}

describe('POST /internal/sessions/check', () => {
  it('says who is signed in and until when', async () => {
    const { sessionId } = await auth.signIn(ana);
    const answer = await check(sessionId, true);
    expect(answer).toMatchObject({
      outcome: 'alive',
      user: { id: ana.id, role: 'user', firstName: 'Ana', lastName: ana.lastName },
    });
    expect(secondsUntil(answer.endsAt)).toBeGreaterThan(1795);
    expect(secondsUntil(answer.endsAt)).toBeLessThan(1805);
  });

  it('ends a session that was idle for too long, and activity does not bring it back', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1801, left: 3600 });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
  });

  it('keeps one that is just within the idle limit', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1790, left: 3600 });
    expect((await check(sessionId, false)).outcome).toBe('alive');
  });

  it('ends a session at its absolute limit, however busy it is', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 0, left: -1 });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
  });

  it('names the absolute limit when that comes first', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 0, left: 60 });
    expect(secondsUntil((await check(sessionId, true)).endsAt)).toBeLessThan(61);
  });

  it('lets activity postpone the idle limit', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1700, left: 3600 });
    expect(secondsUntil((await check(sessionId, true)).endsAt)).toBeGreaterThan(1790);
  });

  it('does not take live updates for activity', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 1700, left: 3600 });
    expect(secondsUntil((await check(sessionId, false)).endsAt)).toBeLessThan(101);
  });

  it('writes activity at most once a minute', async () => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, { idle: 50, left: 3600 });
    const before = await lastActivity(sessionId);
    await check(sessionId, true);
    expect(await lastActivity(sessionId)).toBe(before);
    await backdate(sessionId, { idle: 61, left: 3600 });
    await check(sessionId, true);
    expect(await lastActivity(sessionId)).toBeGreaterThan(before);
  });

  it('ends the session of a disabled account at once', async () => {
    const { sessionId } = await auth.signIn(ana);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: true } });
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { disabled: false } });
  });

  it('takes no session for alive that lacks the second factor its person must use', async () => {
    const { sessionId } = await auth.signIn(ana);
    await auth.prisma.user.update({ where: { id: ana.id }, data: { secondFactorRequired: true } });
    expect(await check(sessionId, false)).toEqual({ outcome: 'ended' });
    await auth.prisma.session.update({ where: { id: sessionId }, data: { secondFactor: true } });
    expect(await check(sessionId, false)).toMatchObject({ outcome: 'alive' });
    await auth.prisma.user.update({ where: { id: ana.id }, data: { secondFactorRequired: false } });
  });

  it('knows no session it did not open', async () => {
    expect(await check(crypto.randomUUID(), true)).toEqual({ outcome: 'ended' });
  });

  it('refuses what is no session id', async () => {
    const answer = await auth.call('POST', '/internal/sessions/check', {
      body: { sessionId: 'x', activity: true },
    });
    expect(answer.status).toBe(400);
  });
});

describe('short limits', () => {
  it('are kept by the clock, without anybody asking meanwhile', async () => {
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

describe('the time a session has left', () => {
  const left = async (sessionId: string, call: 'session' | 'session/extend' = 'session') => {
    const as = principalOf(ana, sessionId);
    const method = call === 'session' ? 'GET' : 'POST';
    const answer = await auth.call(method, `/auth/${call}`, { as });
    return { status: answer.status, ...(answer.body.data?.session as SessionTime) };
  };

  it('is told by the server’s clock, with when to warn, and asking is no activity', async () => {
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

  it('is the whole idle limit again after one click, however lately there was activity', async () => {
    const { sessionId } = await auth.signIn(ana);
    for (const idle of [1700, 20]) {
      await backdate(sessionId, { idle, left: 40_000 });
      const time = await left(sessionId, 'session/extend');
      expect(time.secondsLeft).toBeGreaterThan(1795);
      expect((await left(sessionId)).secondsLeft).toBeGreaterThan(1795);
    }
    // The second one gave twenty seconds, too little for the audit.
    const acts = await auth.prisma.$queryRaw<{ data: object }[]>`
      SELECT envelope->'data' AS data FROM outbox WHERE envelope->'data'->'subject'->>'id' = ${sessionId}`;
    const extended = acts.filter(({ data }) => (data as { action: string }).action === 'session.extend');
    expect(extended).toEqual([
      { data: expect.objectContaining({ outcome: 'success', subject: { kind: 'session', id: sessionId } }) },
    ]);
  });

  it('cannot be had beyond the absolute limit, and says so', async () => {
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
  ])('is nothing past the %s limit: 401, and no click brings it back', async (_name, past) => {
    const { sessionId } = await auth.signIn(ana);
    await backdate(sessionId, past);
    expect((await left(sessionId)).status).toBe(401);
    expect((await left(sessionId, 'session/extend')).status).toBe(401);
    expect(await check(sessionId, true)).toEqual({ outcome: 'ended' });
  });

  it('is nothing after signing out', async () => {
    const { sessionId } = await auth.signIn(ana);
    await auth.call('POST', '/auth/logout', { as: principalOf(ana, sessionId) });
    expect((await left(sessionId, 'session/extend')).status).toBe(401);
  });
});
