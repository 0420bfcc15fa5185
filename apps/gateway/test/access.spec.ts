import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { eventually, newSessionKeys } from '@caredrop/testing';
import { routes } from '../src/routing/routes.js';
import { startStack, type Stack } from './support/gateway.js';
import { rawCall } from './support/client.js';
import { json, read } from './support/upstream.js';

let stack: Stack;
beforeAll(async () => (stack = await startStack()));
afterAll(() => stack.stop());

const concrete = (path: string) => path.replace(/:[a-z]+/g, randomUUID());
const upstreamOf = (service: string) =>
  ({
    auth: stack.auth.upstream,
    token: stack.token,
    document: stack.document,
    notification: stack.notification,
    audit: stack.audit,
  })[service as 'auth'];

describe('every row of the table', () => {
  const forwarded = routes.filter(({ service }) => service !== 'gateway');

  it.each(forwarded)('$method $path is answered as its access rule says', async (route) => {
    const { method, path, access } = route;
    const [user, admin] = [await stack.auth.signIn('user'), await stack.auth.signIn('admin')];
    const status = async (bearer?: string) =>
      (await stack.call(concrete(path), { method, ...(bearer && { bearer }) })).status;
    expect(await status()).toBe(access === 'public' ? 200 : 401);
    expect(await status('not-a-token')).toBe(access === 'public' ? 200 : 401);
    expect(await status(user.bearer)).toBe(access === 'admin' ? 403 : 200);
    expect(await status(admin.bearer)).toBe(200);
  });

  it.each(forwarded)('$method $path reaches its service with our identity', async (route) => {
    const { bearer, userId } = await stack.auth.signIn('admin');
    const upstream = upstreamOf(route.service);
    upstream.received.length = 0;
    await stack.call(concrete(route.path), { method: route.method, bearer });
    const [last] = upstream.received.filter(({ url }) => url !== '/internal/records').slice(-1);
    expect(last).toMatchObject({ method: route.to.method, caller: { service: 'gateway' } });
    expect(last?.url).toMatch(new RegExp(`^${route.to.path.replace(/:[a-z]+/g, '[^/]+')}$`));
    // A file's URL is public, but a caller who sends a bearer is compared with the user it was made for.
    const named = route.access !== 'public' || route.rate === 'file';
    expect(last?.caller?.principal?.userId ?? null).toBe(named ? userId : null);
  });
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
  ])(
    'counts for %s %s the moment it was given, whatever is remembered of the session',
    async (method, path) => {
      const { bearer, sessionId } = await stack.auth.signIn('admin');
      expect(await provenFor(path, method, bearer)).toBe(false);
      stack.auth.prove(sessionId);
      expect(await provenFor(path, method, bearer)).toBe(true);
    },
  );

  it('is what auth says, never what the caller says', async () => {
    const { bearer } = await stack.auth.signIn('admin');
    const headers = { 'x-recent-proof': 'true' };
    await stack.call('/admin/users?recentProof=true', { method: 'POST', bearer, headers });
    const last = stack.auth.upstream.received.filter(({ url }) => url?.startsWith('/admin/users')).at(-1);
    expect(last?.caller?.principal).toMatchObject({ role: 'admin', recentProof: false });
  });
});

it("an administrator's call by somebody else is in the audit, with who tried", async () => {
  const { bearer, userId } = await stack.auth.signIn('user');
  const records: string[] = [];
  stack.audit.answers(async (request, response) => {
    records.push((await read(request)).toString());
    json(response, 200, { status: 'success', data: { kept: true } });
  });
  expect((await stack.call('/admin/audit', { bearer })).status).toBe(403);
  await eventually(() => expect(records.join()).toContain(userId));
  stack.audit.reset();
  expect(JSON.parse(records.find((record) => record.includes(userId)) ?? '')).toMatchObject({
    record: { action: 'access.refuse', outcome: 'refused', reason: 'forbidden', actor: { id: userId } },
  });
});

describe('the server', () => {
  it('has the rows of the table, pages and health, and nothing else', () => {
    const rows = routes.map(({ method, path }) => `${method} /api${path}`);
    const others = ['GET /health/live', 'GET /health/ready', 'GET /config.json', 'POST /upload', 'GET /*'];
    const withoutHead = stack.served.filter((name) => !name.startsWith('HEAD '));
    expect(withoutHead.sort()).toEqual([...rows, ...others].sort());
  });
});

describe('what is not in the table', () => {
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
  ])('%s /api%s is a 404 in JSON, even for an admin', async (method, path) => {
    const { bearer } = await stack.auth.signIn('admin');
    const answer = await rawCall(stack.port, {
      method,
      path: `/api${path}`,
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 'fail',
      code: 'not_found',
      message: 'Not found',
    });
  });

  it.each(['/internal/sessions/check', '/metrics', '/jwks', '/health', '/api'])(
    '%s is neither a page nor a call to a service',
    async (path) => {
      const before = stack.auth.upstream.received.length;
      for (const method of ['GET', 'POST'])
        expect((await fetch(stack.url + path, { method })).status).toBe(404);
      expect(stack.auth.upstream.received).toHaveLength(before);
    },
  );
});

describe('the bearer', () => {
  const status = async (bearer: string) => (await stack.call('/tokens', { bearer })).status;

  it('is refused when unsigned, signed by another key or with another algorithm', async () => {
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

  it.each<[string, Record<string, string | undefined>]>([
    ['made for another purpose', { typ: 'JWT' }],
    ['without a type', { typ: undefined }],
    ['that names another algorithm', { alg: 'ES384' }],
    ['of a key that nobody knows', { kid: 'unknown' }],
    ['without a key id', { kid: undefined }],
    ['with a key id that is a path', { kid: '../../etc/passwd' }],
  ])('%s is refused, though its claims are right', async (_what, header) => {
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

  it('brings no key along that is believed', async () => {
    const { sessionId: sid, userId: sub } = await stack.auth.signIn();
    const own = newSessionKeys('k1');
    const header = { jwk: own.publicKey, x5u: 'https://attacker.example', jku: 'https://attacker.example' };
    expect(await status(await stack.auth.jwt({ sub, sid }, { key: own, header }))).toBe(401);
  });

  it('is refused with another issuer or audience, expired, or without its claims', async () => {
    const { sessionId: sid, userId: sub } = await stack.auth.signIn();
    const sign = (claims: JWTPayload) => stack.auth.jwt({ sub, sid }, { claims });
    expect(await status(await sign({ iss: 'elsewhere' }))).toBe(401);
    expect(await status(await sign({ aud: 'elsewhere' }))).toBe(401);
    expect(await status(await sign({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
    expect(await status(await sign({ exp: undefined }))).toBe(401);
    expect(await status(await sign({ sid: undefined }))).toBe(401);
    expect(await status(await sign({ sub: randomUUID() }))).toBe(401);
  });

  it('is accepted with a key that auth has begun to use since, and strangers cannot make us ask for ever', async () => {
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

  it('is refused, though it was accepted before, once the keys are known without its own', async () => {
    const { sessionId: sid, userId: sub, bearer } = await stack.auth.signIn();
    expect(await status(bearer)).toBe(200);
    const next = newSessionKeys('k3');
    stack.auth.keys = [next];
    const rotated = await stack.auth.jwt({ sub, sid }, { key: next });
    await eventually(async () => expect(await status(rotated)).toBe(200));
    expect(await status(bearer)).toBe(401);
  });
});

describe('the session', () => {
  it('is asked about once for calls close together', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    await Promise.all(Array.from({ length: 20 }, () => stack.call('/tokens', { bearer })));
    expect(stack.auth.checks.filter((check) => check.sessionId === sessionId)).toHaveLength(1);
  });

  it('is cut once what is remembered of it is a second old, and stays cut', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    const asked = () => stack.auth.checks.filter((check) => check.sessionId === sessionId).length;
    expect((await stack.call('/tokens', { bearer })).status).toBe(200);
    stack.auth.end(sessionId);
    const answer = await eventually(async () => {
      const next = await stack.call('/tokens', { bearer });
      expect(next.status).toBe(401);
      return next;
    });
    expect(await answer.json()).toMatchObject({ message: 'Please sign in', code: 'unauthorized' });
    // No call was allowed on more than the one cached result from before the end.
    expect(asked()).toBe(2);
    expect((await stack.call('/tokens', { bearer })).status).toBe(401);
  });

  it('is not kept awake by calls that run in the background', async () => {
    const { bearer, sessionId } = await stack.auth.signIn();
    await stack.call('/tokens', { bearer, headers: { 'x-background': '1' } });
    await stack.call('/tokens', { bearer });
    await stack.call('/tokens', { bearer, headers: { 'x-background': '1' } });
    const checks = stack.auth.checks.filter((check) => check.sessionId === sessionId);
    expect(checks.map(({ activity }) => activity)).toEqual([false, true]);
  });

  it('is not believed while auth is away: 503 with a sentence, and open calls go on', async () => {
    const { bearer } = await stack.auth.signIn();
    await stack.auth.upstream.stop();
    const answer = await stack.call('/tokens', { bearer });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ status: 'error', code: 'service_unavailable' });
    expect((await stack.call('/tokens/validate/abc', { bearer })).status).toBe(200);
    await stack.auth.upstream.listen();
    expect((await stack.call('/tokens', { bearer })).status).toBe(200);
  });
});
