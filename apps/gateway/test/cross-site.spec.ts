import { randomUUID } from 'node:crypto';
import { routes, type Route } from '../src/routing/routes.js';
import { rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';

const ours = 'https://drop.clinic.example';
let stack: Stack;
let bearer: string;
beforeAll(async () => {
  stack = await startStack({
    PUBLIC_URL: ours,
    ALLOWED_ORIGINS: 'https://old.clinic.example',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  ({ bearer } = await stack.auth.signIn('admin'));
});
afterAll(() => stack.stop());

const all = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const acting = all.filter(([, { method }]) => method !== 'GET');
const asked = () =>
  [stack.auth.upstream, stack.token, stack.document, stack.notification, stack.audit].flatMap(
    ({ received }) => received,
  ).length;

/**
 * Calls a route with the headers of a page; the bearer token, which no browser would add by itself, makes the test
 * stricter.
 */
const call = (route: Route, headers: Record<string, string>) =>
  rawCall(stack.port, {
    method: route.method,
    path: `/api${route.path.replace(/:[a-z]+/gi, randomUUID())}`,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  });

describe('requests from other sites', () => {
  it.each(acting)('another site cannot call %s with a form or a script', async (_name, route) => {
    const before = asked();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
      { origin: 'https://blog.clinic.example', 'content-type': 'application/x-www-form-urlencoded' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect((await call(route, headers)).status).toBe(403);
    expect(asked()).toBe(before);
  });

  it.each(all)(
    'another site gets no CORS permission for %s, with or without a preflight',
    async (_name, route) => {
      for (const origin of ['https://evil.example', 'null', 'https://drop.clinic.example.evil.example']) {
        const preflight = await rawCall(stack.port, {
          method: 'OPTIONS',
          path: `/api${route.path.replace(/:[a-z]+/gi, randomUUID())}`,
          headers: {
            origin,
            'access-control-request-method': route.method,
            'access-control-request-headers': 'authorization',
          },
        });
        expect(preflight.status).toBe(404);
        for (const name of Object.keys(preflight.headers)) expect(name).not.toMatch(/^access-control-/);
      }
      if (route.path === '/events') return;
      const { headers } = await call(route, { origin: 'https://evil.example' });
      for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    },
  );

  it.each(acting)('the allowed origins may call %s', async (_name, route) => {
    for (const origin of [ours, 'https://old.clinic.example'])
      expect((await call(route, { origin })).status).toBe(200);
  });
});

describe('plain HTTP requests behind a TLS proxy', () => {
  const plain = { 'x-forwarded-proto': 'http' };

  it.each(all)(
    'a plain HTTP call to %s gets 403 without a redirect and reaches no service',
    async (_name, route) => {
      const before = asked();
      const response = await call(route, plain);
      expect(response.status).toBe(403);
      expect(JSON.parse(response.body)).toMatchObject({
        message: 'Please use the https address of this service',
      });
      expect(response.headers).not.toHaveProperty('location');
      expect(asked()).toBe(before);
    },
  );

  it('a page requested over plain HTTP redirects to the configured address, whatever the Host header says', async () => {
    const headers = { ...plain, host: 'evil.example' };
    const response = await rawCall(stack.port, { path: '/upload?token=abc', headers });
    expect(response).toMatchObject({ status: 308, headers: { location: `${ours}/upload?token=abc` } });
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
  });

  it.each(['//evil.example/x', '/\\evil.example', '/@evil.example'])(
    'the path %s cannot redirect to another site',
    async (path) => {
      const { headers } = await rawCall(stack.port, { path, headers: plain });
      expect(new URL(String(headers.location)).origin).toBe(ours);
    },
  );

  it('X-Forwarded-Proto is ignored unless a trusted proxy sent it', async () => {
    const other = await startStack({ PUBLIC_URL: ours });
    const response = await rawCall(other.port, { path: '/api/openapi.json', headers: plain });
    await other.stop();
    expect(response.status).toBe(200);
  });
});
