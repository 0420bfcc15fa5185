import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { JWTPayload } from 'jose';
import { eventually, newSessionKeys } from '@caredrop/testing';
import { routes } from '../src/routing/routes.js';
import { startStack, type Stack } from './support/gateway.js';
import { rawCall } from './support/client.js';
import { json, read } from './support/upstream.js';

let stack: Stack;
beforeAll(async () => (stack = await startStack()));
afterAll(() => stack.stop());

const concrete = (path: string) => path.replace(/:[a-z]+/gi, randomUUID());
const upstreamOf = (service: string) =>
  ({
    auth: stack.auth.upstream,
    token: stack.token,
    document: stack.document,
    notification: stack.notification,
    audit: stack.audit,
  })[service as 'auth'];

describe('the access rule of every route', () => {
  const forwarded = routes.filter(({ service }) => service !== 'gateway');

  it.each(forwarded)('$method $path enforces its access rule', async (route) => {
    const { method, path, access } = route;
    const [user, admin] = [await stack.auth.signIn('user'), await stack.auth.signIn('admin')];
    const status = async (bearer?: string) =>
      (await stack.call(concrete(path), { method, ...(bearer && { bearer }) })).status;
    expect(await status()).toBe(access === 'public' ? 200 : 401);
    expect(await status('not-a-token')).toBe(access === 'public' ? 200 : 401);
    expect(await status(user.bearer)).toBe(access === 'admin' ? 403 : 200);
    expect(await status(admin.bearer)).toBe(200);
  });

  it.each(forwarded)(
    '$method $path reaches its service with the identities of the gateway and of the user, if any',
    async (route) => {
      const { bearer, userId } = await stack.auth.signIn('admin');
      const upstream = upstreamOf(route.service);
      upstream.received.length = 0;
      await stack.call(concrete(route.path), { method: route.method, bearer });
      const [last] = upstream.received.filter(({ url }) => url !== '/internal/records').slice(-1);
      expect(last).toMatchObject({ method: route.to.method, caller: { service: 'gateway' } });
      expect(last?.url).toMatch(new RegExp(`^${route.to.path.replace(/:[a-z]+/gi, '[^/]+')}$`));
      // A file URL is public, but if the caller sends a bearer token, its user is compared with the one the URL was
      // made for.
      const named = route.access !== 'public' || route.rate === 'file';
      expect(last?.caller?.principal?.userId ?? null).toBe(named ? userId : null);
    },
  );
});

describe('a fresh proof', () => {
  const provenFor = async (path: string, method: string, bearer: string) => {
    const upstream = path.startsWith('/admin/audit') ? stack.audit : stack.auth.upstream;
    await stack.call(path, { method, bearer });
    const { pathname } = new URL(path, stack.url);
    return upstream.received.filter(({ url }) => url === pathname).at(-1)?.caller?.principal?.recentProof;
  };

  it.each([
    ['POST', '/admin/users'],
    ['GET', '/admin/audit/export'],
    ['HEAD', '/admin/audit/export'],
  ])('a fresh proof counts for %s %s at once, although the session is cached', async (method, path) => {
    const { bearer, sessionId } = await stack.auth.signIn('admin');
    expect(await provenFor(path, method, bearer)).toBe(false);
    stack.auth.prove(sessionId);
    expect(await provenFor(path, method, bearer)).toBe(true);
  });

  it("a caller's own claim of a fresh proof is ignored", async () => {
    const { bearer } = await stack.auth.signIn('admin');
    const headers = { 'x-recent-proof': 'true' };
    await stack.call('/admin/users?recentProof=true', { method: 'POST', bearer, headers });
    const last = stack.auth.upstream.received.filter(({ url }) => url?.startsWith('/admin/users')).at(-1);
    expect(last?.caller?.principal).toMatchObject({ role: 'admin', recentProof: false });
  });
});

describe('a change of teams and absences', () => {
  it('within a second after a user leaves a team and a cover ends, calls to services no longer carry that access', async () => {
    const [teamId, away] = [randomUUID(), randomUUID()];
    const access = { teams: [teamId], covers: [away] };
    const { bearer, sessionId } = await stack.auth.signIn('user', access);
    const principal = async () => {
      await stack.call('/tokens', { bearer });
      const { teams, covers } = stack.token.received.at(-1)?.caller?.principal ?? {};
      return { teams, covers };
    };
    expect(await principal()).toEqual(access);
    stack.auth.giveAccess(sessionId, { teams: [], covers: [] });
    const aSecondLater = performance.now() + 1000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => aSecondLater);
    try {
      expect(await principal()).toEqual({ teams: [], covers: [] });
    } finally {
      clock.mockRestore();
    }
  });
});

describe('the audit of refused calls', () => {
  const records: string[] = [];
  beforeEach(() => {
    records.length = 0;
    stack.audit.respondWith(async (request, response) => {
      records.push((await read(request)).toString());
      json(response, 200, { status: 'success', data: { kept: true } });
    });
  });
  afterEach(() => stack.audit.reset());

  async function expectRecorded(userId: string, reason: string): Promise<void> {
    await eventually(() => expect(records.join()).toContain(userId));
    expect(JSON.parse(records.find((record) => record.includes(userId)) ?? '')).toMatchObject({
      record: { action: 'access.refuse', outcome: 'refused', reason, actor: { id: userId } },
    });
  }

  it('a refused call to an admin route is recorded in the audit log with the user who tried', async () => {
    const { bearer, userId } = await stack.auth.signIn('user');
    expect((await stack.call('/admin/audit', { bearer })).status).toBe(403);
    await expectRecorded(userId, 'forbidden');
  });

  async function refusedWith(code: string): Promise<string> {
    const { bearer, userId } = await stack.auth.signIn('admin');
    stack.document.respondWith((_, response) => json(response, 403, { status: 'fail', code }));
    const zip = { method: 'POST', bearer };
    expect((await stack.call('/admin/documents/download', zip)).status).toBe(403);
    stack.document.reset();
    return userId;
  }

  it('a call that a service refuses for a missing fresh proof is recorded in the audit log', async () => {
    await expectRecorded(await refusedWith('proof_required'), 'proof_required');
  });

  it('a call that a service refuses for another reason is not recorded as a missing fresh proof', async () => {
    const forbidden = await refusedWith('forbidden');
    await expectRecorded(await refusedWith('proof_required'), 'proof_required');
    expect(records.join()).not.toContain(forbidden);
  });
});

describe('the HTTP server', () => {
  it('the server serves the routing table, pages and health checks, and nothing else', () => {
    const rows = routes.map(({ method, path }) => `${method} /api${path}`);
    const others = ['GET /health/live', 'GET /health/ready', 'GET /config.json', 'POST /upload', 'GET /*'];
    const withoutHead = stack.served.filter((name) => !name.startsWith('HEAD '));
    expect(withoutHead.sort()).toEqual([...rows, ...others].sort());
  });
});

describe('paths outside the routing table', () => {
  it.each([
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/nothing'],
    ['POST', '/internal/sessions/check'],
    ['GET', '/jwks'],
    ['GET', '/metrics'],
    ['GET', '/health/ready'],
    ['POST', '/links/validate'],
    ['POST', '/upload'],
    ['PUT', '/tokens'],
    ['DELETE', '/tokens'],
    ['OPTIONS', '/tokens'],
    ['GET', '/tokens/'],
    ['GET', '//tokens'],
    ['GET', '/TOKENS'],
    ['GET', '/tokens/%2e%2e/internal/claims'],
    ['GET', '/tokens/..%2finternal%2fclaims'],
    ['GET', '/tokens/%2e%2e'],
    ['GET', '/documents/%2e'],
    ['GET', '/documents/a%5cb'],
    ['GET', '/files/..%2F..%2Finternal'],
  ])('%s /api%s returns 404 in JSON, even for an administrator', async (method, path) => {
    const { bearer } = await stack.auth.signIn('admin');
    const response = await rawCall(stack.port, {
      method,
      path: `/api${path}`,
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({
      status: 'fail',
      code: 'not_found',
      message: 'Not found',
    });
  });

  it.each(['/internal/sessions/check', '/metrics', '/jwks', '/health', '/api'])(
    '%s returns 404 and is not forwarded',
    async (path) => {
      // Without the gateway's own audit records about earlier rejections, which it sends later.
      const forwarded = () =>
        ['auth', 'token', 'document', 'notification', 'audit']
          .flatMap((service) => upstreamOf(service).received)
          .filter(({ url }) => url !== '/internal/records');
      const before = forwarded();
      for (const method of ['GET', 'POST'])
        expect((await fetch(stack.url + path, { method })).status).toBe(404);
      expect(forwarded()).toEqual(before);
    },
  );
});

describe('the bearer token', () => {
  const status = async (bearer: string) => (await stack.call('/tokens', { bearer })).status;

  it('a bearer token that is unsigned, signed by another key or with another algorithm is refused', async () => {
    const { sessionId: sid, userId: sub } = await stack.auth.signIn();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({
      sub,
      sid,
      iss: 'caredrop',
      aud: 'caredrop',
      exp: Math.floor(Date.now() / 1000) + 60,
    });
    const stranger = newSessionKeys('k1');
    expect(await status(`${part({ alg: 'none' })}.${claims}.`)).toBe(401);
    expect(await status(`${part({ alg: 'none', kid: 'k1' })}.${claims}.`)).toBe(401);
    expect(await status(`${part({ alg: 'HS256', kid: 'k1' })}.${claims}.c2lnbmF0dXJl`)).toBe(401);
    expect(await status(await stack.auth.jwt({ sub, sid }, { key: stranger }))).toBe(401);
    expect(await status(await stack.auth.jwt({ sub, sid }))).toBe(200);
  });

  it.each<[string, Record<string, unknown>]>([
    ['made for another purpose', { typ: 'JWT' }],
    ['without a type', { typ: undefined }],
    ['that names another algorithm', { alg: 'ES384' }],
    ['with an unknown key id', { kid: 'unknown' }],
    ['without a key id', { kid: undefined }],
    ['with a key id that is a path', { kid: '../../etc/passwd' }],
    ['with a critical extension, none of which is supported', { crit: ['b64'], b64: true }],
  ])('a bearer token %s is refused although its claims are valid', async (_what, header) => {
    const { sessionId: sid, userId: sub } = await stack.auth.signIn();
    const good = await stack.auth.jwt({ sub, sid });
    const [, claims, signature] = good.split('.');
    const usual = { alg: 'ES256', typ: 'session+jwt', kid: 'k1', ...header };
    const forged = `${Buffer.from(JSON.stringify(usual)).toString('base64url')}.${claims}.${signature}`;
    expect(await status(forged)).toBe(401);
    if (header.alg === undefined)
      expect(await status(await stack.auth.jwt({ sub, sid }, { header }))).toBe(401);
    expect(await status(good)).toBe(200);
  });

  it('a key that a bearer token contains or links to is not trusted', async () => {
    const { sessionId: sid, userId: sub } = await stack.auth.signIn();
    const own = newSessionKeys('k1');
    const header = { jwk: own.publicKey, x5u: 'https://attacker.example', jku: 'https://attacker.example' };
    expect(await status(await stack.auth.jwt({ sub, sid }, { key: own, header }))).toBe(401);
  });

  it('a bearer token that is expired, lacks a claim or names another issuer or audience is refused', async () => {
    const { sessionId: sid, userId: sub } = await stack.auth.signIn();
    const sign = (claims: JWTPayload) => stack.auth.jwt({ sub, sid }, { claims });
    expect(await status(await sign({ iss: 'elsewhere' }))).toBe(401);
    expect(await status(await sign({ aud: 'elsewhere' }))).toBe(401);
    expect(await status(await sign({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
    expect(await status(await sign({ exp: undefined }))).toBe(401);
    expect(await status(await sign({ sid: undefined }))).toBe(401);
    expect(await status(await sign({ sub: randomUUID() }))).toBe(401);
  });

  it('a new signing key is accepted, and unknown keys cause at most about one key request a second', async () => {
    const { sessionId: sid, userId: sub, bearer } = await stack.auth.signIn();
    expect(await status(bearer)).toBe(200);
    const next = newSessionKeys('k2');
    stack.auth.keys = [next, ...stack.auth.keys];
    const rotated = await stack.auth.jwt({ sub, sid }, { key: next });
    await eventually(async () => expect(await status(rotated)).toBe(200));
    const asked = stack.auth.keysAsked;
    const began = performance.now();
    for (let i = 0; i < 20; i++)
      await status(await stack.auth.jwt({ sub, sid }, { key: newSessionKeys(`x${i}`) }));
    const seconds = Math.ceil((performance.now() - began) / 1000);
    expect(stack.auth.keysAsked - asked).toBeLessThanOrEqual(seconds + 1);
    expect(await status(bearer)).toBe(200);
  });

  it('a bearer token that was accepted is refused once the fetched keys lack its signing key', async () => {
    const { sessionId: sid, userId: sub, bearer } = await stack.auth.signIn();
    expect(await status(bearer)).toBe(200);
    const next = newSessionKeys('k3');
    stack.auth.keys = [next];
    const rotated = await stack.auth.jwt({ sub, sid }, { key: next });
    await eventually(async () => expect(await status(rotated)).toBe(200));
    expect(await status(bearer)).toBe(401);
  });
});

describe('the session check', () => {
  it('concurrent requests of one session call auth only once', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    await Promise.all(Array.from({ length: 20 }, () => stack.call('/tokens', { bearer })));
    expect(stack.auth.checks.filter((check) => check.sessionId === sessionId)).toHaveLength(1);
  });

  it('an ended session is refused once its cached result expires, and stays refused', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    const asked = () => stack.auth.checks.filter((check) => check.sessionId === sessionId).length;
    expect((await stack.call('/tokens', { bearer })).status).toBe(200);
    stack.auth.end(sessionId);
    const response = await eventually(async () => {
      const next = await stack.call('/tokens', { bearer });
      expect(next.status).toBe(401);
      return next;
    });
    expect(await response.json()).toMatchObject({ message: 'Please sign in', code: 'unauthorized' });
    // Auth was asked once before the session ended and once after the cached result had expired; the rejection is then
    // cached.
    expect(asked()).toBe(2);
    expect((await stack.call('/tokens', { bearer })).status).toBe(401);
  });

  it('background calls do not count as activity of the session', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    await stack.call('/tokens', { bearer, headers: { 'x-background': '1' } });
    await stack.call('/tokens', { bearer });
    await stack.call('/tokens', { bearer, headers: { 'x-background': '1' } });
    const checks = stack.auth.checks.filter((check) => check.sessionId === sessionId);
    expect(checks.map(({ activity }) => activity)).toEqual([false, true]);
  });

  it('extending a session does not count as activity in the session check, so that auth can audit it', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    expect((await stack.call('/auth/session/extend', { method: 'POST', bearer })).status).toBe(200);
    const checks = stack.auth.checks.filter((check) => check.sessionId === sessionId);
    expect(checks.map(({ activity }) => activity)).toEqual([false]);
  });

  it('while auth is down, calls that need a session get 503 and public calls still work', async () => {
    const { bearer } = await stack.auth.signIn();
    await stack.auth.upstream.stop();
    const response = await stack.call('/tokens', { bearer });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ status: 'error', code: 'service_unavailable' });
    expect((await stack.call('/tokens/validate/abc', { bearer })).status).toBe(200);
    // With a bearer token, a file URL works only for the user it was signed for, and the caller cannot be identified
    // now.
    expect((await stack.call('/files/abc', { bearer })).status).toBe(503);
    expect((await stack.call('/files/abc')).status).toBe(200);
    await stack.auth.upstream.listen();
    expect((await stack.call('/tokens', { bearer })).status).toBe(200);
  });
});
