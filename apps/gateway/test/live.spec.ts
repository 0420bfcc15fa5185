import { randomUUID } from 'node:crypto';
import type { EventData, EventType } from '@caredrop/contracts/events';
import { backing, eventually, TcpProxy } from '@caredrop/testing';
import { Sessions } from '../src/access/sessions.js';
import { LiveUpdates } from '../src/live/live-updates.js';
import { openCall, rawCall } from './support/client.js';
import { clear, publish } from './support/events.js';
import { startStack, type Stack } from './support/gateway.js';

const namespace = `gateway-${randomUUID().slice(0, 8)}`;
let proxy: TcpProxy;
let stack: Stack;
const connected = () => eventually(() => expect(stack.app.get(LiveUpdates).connected).toBe(true));

beforeAll(async () => {
  proxy = await TcpProxy.before(backing().amqpUrl);
  stack = await startStack({
    AMQP_URL: proxy.url,
    EVENTS_NAMESPACE: namespace,
    LIVE_HEARTBEAT_MS: '300',
    SESSION_CACHE_MS: '100',
  });
  await connected();
});
afterAll(async () => {
  await stack.stop();
  await proxy.takeAway();
  await clear(backing().amqpUrl, namespace);
});

const tell = <T extends EventType>(type: T, data: EventData<T>) =>
  publish(backing().amqpUrl, namespace, type, data);

/** An open page: what it has received so far and whether the gateway has ended the stream. */
async function listen(bearer: string) {
  const call = openCall(stack.port, { path: '/api/events', headers: { authorization: `Bearer ${bearer}` } });
  const page = {
    status: 0,
    type: '',
    quietMs: NaN,
    heard: '',
    whole: false,
    leave: () => call.request.destroy(),
  };
  call.request.on('response', (response) => {
    page.status = response.statusCode ?? 0;
    page.type = String(response.headers['content-type']);
    page.quietMs = Number(response.headers['x-quiet-ms']);
    response.on('data', (chunk: Buffer) => (page.heard += chunk.toString()));
    response.on('error', () => undefined);
    response.on('end', () => (page.whole = true));
  });
  call.response.catch(() => undefined);
  call.request.end();
  await eventually(() => expect(page.heard).toContain(': open'));
  return page;
}

describe('the stream of live updates', () => {
  it('the owner and administrators receive the ids of a change, and other users do not', async () => {
    const [ana, ben, dora] = [
      await stack.auth.signIn('user'),
      await stack.auth.signIn('user'),
      await stack.auth.signIn('admin'),
    ];
    const pages = [await listen(ana.bearer), await listen(ben.bearer), await listen(dora.bearer)];
    const [annas, bens, doras] = pages as [(typeof pages)[0], (typeof pages)[0], (typeof pages)[0]];
    const data = { documentId: randomUUID(), tokenId: randomUUID(), ownerId: ana.userId };
    const upload = {
      ...data,
      claimId: randomUUID(),
      receivedAt: new Date().toISOString(),
      scan: 'clean' as const,
    };
    await tell('upload.completed', upload);
    await tell('token.used', { tokenId: data.tokenId, ownerId: ben.userId });
    const line = `event: change\ndata: ${JSON.stringify({
      type: 'upload.completed',
      ownerId: ana.userId,
      tokenId: data.tokenId,
      documentId: data.documentId,
    })}\n\n`;
    await eventually(() => {
      expect(annas.heard).toContain(line);
      expect(doras.heard).toContain(line);
      expect(bens.heard).toContain('token.used');
      expect(doras.heard).toContain('token.used');
    });
    expect(annas.heard).not.toContain('token.used');
    expect(bens.heard).not.toContain('upload.completed');
    expect([annas.status, annas.type]).toEqual([200, 'text/event-stream']);
    pages.forEach((page) => page.leave());
  });

  it('a page receives the time since the last change that concerns it, or 0 while changes may have been missed', async () => {
    const [ana, ben] = [await stack.auth.signIn('user'), await stack.auth.signIn('user')];
    await eventually(async () => {
      const page = await listen(ben.bearer);
      page.leave();
      expect(page.quietMs).toBeGreaterThan(0);
    });
    const watching = await listen(ana.bearer);
    const before = performance.now();
    await tell('token.used', { tokenId: randomUUID(), ownerId: ana.userId });
    await eventually(() => expect(watching.heard).toContain('token.used'));
    const [annas, bens] = [await listen(ana.bearer), await listen(ben.bearer)];
    expect(annas.quietMs).toBeLessThanOrEqual(performance.now() - before);
    expect(bens.quietMs).toBeGreaterThan(annas.quietMs);
    await proxy.takeAway();
    await eventually(() => expect(stack.app.get(LiveUpdates).connected).toBe(false));
    const missing = await listen(ben.bearer);
    expect(missing.quietMs).toBe(0);
    await proxy.bringBack();
    await connected();
    [watching, annas, bens, missing].forEach((page) => page.leave());
  });

  it('a second report about a link reaches the open page of its owner', async () => {
    const { userId: ownerId, bearer } = await stack.auth.signIn('user');
    const page = await listen(bearer);
    await tell('token.problem_changed', { tokenId: randomUUID(), ownerId });
    await eventually(() => expect(page.heard).toContain('token.problem_changed'));
    page.leave();
  });

  it('team members and colleagues who stand in receive changes while they have access, including the assignment of a link to others', async () => {
    const teamId = randomUUID();
    const [ana, ben, chloe] = [
      await stack.auth.signIn(),
      await stack.auth.signIn(),
      await stack.auth.signIn(),
    ];
    stack.auth.change(ben.sessionId, { teams: [randomUUID(), teamId] });
    stack.auth.change(chloe.sessionId, { covers: [ana.userId] });
    const [annas, bens, chloes] = [
      await listen(ana.bearer),
      await listen(ben.bearer),
      await listen(chloe.bearer),
    ];
    const pages = [annas, bens, chloes];
    const tokenId = randomUUID();
    await tell('token.revoked', { tokenId, ownerId: ana.userId, teamId });
    await eventually(() => pages.forEach(({ heard }) => expect(heard).toContain('token.revoked')));
    const other = { ownerId: randomUUID(), teamId: null };
    const previous = { previousOwnerId: ana.userId, previousTeamId: teamId };
    await tell('token.assigned', { tokenId, ...other, ...previous, version: 2 });
    await eventually(() => pages.forEach(({ heard }) => expect(heard).toContain('token.assigned')));
    stack.auth.change(ben.sessionId, { teams: [] });
    stack.auth.change(chloe.sessionId, { covers: [] });
    // The gateway caches a session for the 100 ms of this test's setting.
    await eventually(async () => {
      const cached = [ben, chloe].map(({ sessionId }) => stack.app.get(Sessions).principal(sessionId, false));
      for (const one of await Promise.all(cached)) expect([one?.teams, one?.covers]).toEqual([[], []]);
    });
    await tell('token.expired', { tokenId, ownerId: ana.userId, teamId });
    await eventually(() => expect(annas.heard).toContain('token.expired'));
    await tell('token.used', { tokenId, ownerId: ben.userId });
    await tell('token.used', { tokenId, ownerId: chloe.userId });
    await eventually(() => [bens, chloes].forEach(({ heard }) => expect(heard).toContain('token.used')));
    expect([bens, chloes].map(({ heard }) => heard.includes('token.expired'))).toEqual([false, false]);
    pages.forEach((page) => page.leave());
  });

  it('a disabled account is reported to administrators only, and a password change to no page', async () => {
    const [ana, dora] = [await stack.auth.signIn('user'), await stack.auth.signIn('admin')];
    const [annas, doras] = [await listen(ana.bearer), await listen(dora.bearer)];
    await tell('password.changed', { userId: ana.userId });
    await tell('user.disabled', { userId: ana.userId });
    await eventually(() => expect(doras.heard).toContain('user.disabled'));
    expect(doras.heard).not.toContain('password.changed');
    expect(annas.heard).not.toContain('event: change');
    [annas, doras].forEach((page) => page.leave());
  });

  it('a change to a team reaches its members, the member it names (even if just removed) and administrators', async () => {
    const teamId = randomUUID();
    const [member, removed, other, dora] = [
      await stack.auth.signIn('user', { teams: [teamId] }),
      await stack.auth.signIn('user'),
      await stack.auth.signIn('user', { teams: [randomUUID()] }),
      await stack.auth.signIn('admin'),
    ];
    const [members, removeds, others, doras] = await Promise.all(
      [member, removed, other, dora].map(({ bearer }) => listen(bearer)),
    );
    await tell('team.changed', { teamId, userId: removed.userId });
    await tell('token.used', { tokenId: randomUUID(), ownerId: other.userId });
    const line = JSON.stringify({ type: 'team.changed', ownerId: null, userId: removed.userId, teamId });
    await eventually(() => {
      for (const page of [members, removeds, doras]) expect(page?.heard).toContain(line);
      expect(others?.heard).toContain('token.used');
    });
    expect(others?.heard).not.toContain('team.changed');
    [members, removeds, others, doras].forEach((page) => page?.leave());
  });

  it('an absence is announced to the user who is away and to the colleague who stands in', async () => {
    const [ana, ben, other] = [
      await stack.auth.signIn(),
      await stack.auth.signIn(),
      await stack.auth.signIn(),
    ];
    const [annas, bens, others] = await Promise.all([ana, ben, other].map(({ bearer }) => listen(bearer)));
    await tell('user.cover_changed', { userId: ana.userId, coverId: ben.userId });
    await tell('token.used', { tokenId: randomUUID(), ownerId: other.userId });
    await eventually(() => {
      for (const page of [annas, bens]) expect(page?.heard).toContain('user.cover_changed');
      expect(others?.heard).toContain('token.used');
    });
    expect(others?.heard).not.toContain('user.cover_changed');
    [annas, bens, others].forEach((page) => page?.leave());
  });

  it.each([
    [
      'the member whom a team change names',
      (userId: string) => tell('team.changed', { teamId: randomUUID(), userId }),
    ],
    [
      'the user who is away',
      (userId: string) => tell('user.cover_changed', { userId, coverId: randomUUID() }),
    ],
    [
      'the colleague who stands in',
      (coverId: string) => tell('user.cover_changed', { userId: randomUUID(), coverId }),
    ],
  ])(
    'the cached access of %s is dropped, so that the page refetches with the new access',
    async (_whom, change) => {
      const { bearer, sessionId, userId } = await stack.auth.signIn();
      expect((await stack.call('/tokens', { bearer })).status).toBe(200);
      const known = stack.app.get(Sessions)['known'].get(sessionId);
      if (!known) throw new Error('the session is not in the cache');
      known.until = Infinity;
      await change(userId);
      await eventually(() => expect(stack.app.get(Sessions)['known'].get(sessionId)).not.toBe(known));
    },
  );

  it('a live stream sends heartbeats and does not count as activity of the session', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    const page = await listen(bearer);
    await eventually(() => expect(page.heard.split(': beat').length).toBeGreaterThan(3));
    const checks = stack.auth.checks.filter((check) => check.sessionId === sessionId);
    expect(new Set(checks.map(({ activity }) => activity))).toEqual(new Set([false]));
    page.leave();
  });

  it('a live stream ends when its session is revoked, and other streams stay open', async () => {
    const [one, two] = [await stack.auth.signIn(), await stack.auth.signIn()];
    const [ones, twos] = [await listen(one.bearer), await listen(two.bearer)];
    stack.auth.end(one.sessionId);
    await tell('session.revoked', { userId: one.userId, sessionId: one.sessionId });
    await eventually(() => expect(ones.whole).toBe(true));
    expect(ones.heard).toContain('event: ended');
    expect(twos.whole).toBe(false);
    const three = await stack.auth.signIn();
    const threes = await listen(three.bearer);
    await tell('session.revoked', { userId: two.userId, sessionId: null });
    await eventually(() => expect(twos.heard).toContain('event: ended'));
    await tell('token.created', { tokenId: randomUUID(), ownerId: three.userId });
    await eventually(() => expect(threes.heard).toContain('token.created'));
    threes.leave();
  });

  it.each([
    ['one session', (sessionId: string) => sessionId],
    ['all sessions of the user', () => null],
  ])('a session.revoked event for %s drops the session from the cache', async (_what, which) => {
    const { bearer, sessionId, userId } = await stack.auth.signIn();
    const status = async () => (await stack.call('/tokens', { bearer })).status;
    expect(await status()).toBe(200);
    // The entry never expires, so only the event can drop it.
    const known = stack.app.get(Sessions)['known'].get(sessionId);
    if (!known) throw new Error('the session is not in the cache');
    known.until = Infinity;
    stack.auth.end(sessionId);
    expect(await status()).toBe(200);
    await tell('session.revoked', { userId, sessionId: which(sessionId) });
    await eventually(async () => expect(await status()).toBe(401));
  });

  it('a live stream ends when its session ends without an event and when auth is down', async () => {
    const [one, two] = [await stack.auth.signIn(), await stack.auth.signIn()];
    const [ones, twos] = [await listen(one.bearer), await listen(two.bearer)];
    stack.auth.end(one.sessionId);
    await eventually(() => expect(ones.whole).toBe(true));
    expect(twos.whole).toBe(false);
    await stack.auth.upstream.stop();
    await eventually(() => expect(twos.whole).toBe(true));
    await stack.auth.upstream.listen();
  });

  it('after a broker outage the live stream asks the page to refetch and replays no event', async () => {
    const { bearer, userId } = await stack.auth.signIn();
    const page = await listen(bearer);
    await proxy.takeAway();
    await eventually(() => expect(stack.app.get(LiveUpdates).connected).toBe(false));
    await tell('token.created', { tokenId: randomUUID(), ownerId: userId });
    expect((await stack.call('/tokens', { bearer })).status).toBe(200);
    await proxy.bringBack();
    await eventually(() => expect(page.heard).toContain('event: refetch'));
    expect(page.heard).not.toContain('token.created');
    await tell('token.revoked', { tokenId: randomUUID(), ownerId: userId });
    await eventually(() => expect(page.heard).toContain('token.revoked'));
    page.leave();
  });

  it('a live stream requires a session, and HEAD returns an empty response', async () => {
    expect((await rawCall(stack.port, { path: '/api/events' })).status).toBe(401);
    const { bearer } = await stack.auth.signIn();
    const headers = { authorization: `Bearer ${bearer}` };
    const head = await rawCall(stack.port, { method: 'HEAD', path: '/api/events', headers });
    expect(head).toMatchObject({ status: 200, body: '' });
  });

  it('a session can have at most 20 live streams open', async () => {
    const { bearer } = await stack.auth.signIn();
    const pages = await Promise.all(Array.from({ length: 20 }, () => listen(bearer)));
    const headers = { authorization: `Bearer ${bearer}` };
    expect((await rawCall(stack.port, { path: '/api/events', headers })).status).toBe(429);
    pages[0]?.leave();
    await eventually(async () => pages.push(await listen(bearer)));
    pages.forEach((page) => page.leave());
  });
});
