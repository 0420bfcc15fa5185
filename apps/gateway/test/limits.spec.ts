import { randomUUID } from 'node:crypto';
import { routes, type RateClass, type Route } from '../src/routing/routes.js';
import { rawCall, type RawResponse } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';
import { json } from './support/upstream.js';

let stack: Stack;
let bearer: string;

const classes = [...new Set(routes.map(({ rate }) => rate))];
const RATE_LIMITS = JSON.stringify(Object.fromEntries(classes.map((kind) => [kind, 2])));

function ask(route: Pick<Route, 'method' | 'path'>, from: string): Promise<RawResponse> {
  const path = `/api${route.path.replace(/:[a-z]+/gi, randomUUID())}`;
  const headers = { 'x-forwarded-for': from, authorization: `Bearer ${bearer}` };
  return rawCall(stack.port, { method: route.method, path, headers });
}

const inTurn = async (count: number, work: () => Promise<RawResponse>) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await work()).status);
  return statuses;
};

async function start(settings: Record<string, string>): Promise<void> {
  stack = await startStack(settings);
  ({ bearer } = await stack.auth.signIn('admin'));
}

describe('the client address behind a fixed number of proxies', () => {
  beforeAll(() => start({ TRUSTED_PROXY_HOPS: '1', RATE_LIMITS }));
  afterAll(() => stack.stop());

  it('a caller cannot choose the counted address by sending X-Forwarded-For', async () => {
    const [route] = routes.filter(({ rate }) => rate === 'link');
    if (!route) throw new Error('no call of class link');
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await ask(route, `8.8.8.${String(n)}, 10.20.30.40`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('rate limits per class of calls', () => {
  beforeAll(() => start({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS }));
  afterAll(() => stack.stop());

  function sample(kind: RateClass): Route {
    const found = routes.find(({ rate, path }) => rate === kind && path !== '/events');
    if (!found) throw new Error(`no call of class ${kind}`);
    return found;
  }

  it.each(classes)(
    'the call class %s has a separate limit per address and returns Retry-After',
    async (kind) => {
      const route = sample(kind);
      expect(await inTurn(2, () => ask(route, '203.0.113.1'))).toEqual([200, 200]);
      const refused = await ask(route, '203.0.113.1');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(JSON.parse(refused.body)).toMatchObject({ status: 'fail', code: 'rate_limited' });
      expect((await ask(route, '203.0.113.2')).status).toBe(200);
    },
  );

  it('addresses of the same IPv6 /64 network share a limit', async () => {
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await ask(sample('link'), `2001:db8:1:2::${String(n)}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('pages, assets and health checks are not limited', async () => {
    for (const path of ['/upload', '/assets/app-4f2a.js', '/health/live'])
      expect(await inTurn(5, () => rawCall(stack.port, { path }))).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('the client address without a trusted proxy', () => {
  beforeAll(() => start({ RATE_LIMITS }));
  afterAll(() => stack.stop());

  it('X-Forwarded-For is ignored without a trusted proxy', async () => {
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await ask({ method: 'GET', path: '/tokens' }, `203.0.113.${String(n)}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('slowed link enumeration', () => {
  const WAIT = 1_500;
  beforeEach(() => start({ LINK_GUESS_WAIT_MS: String(WAIT) }));
  afterEach(() => stack.stop());

  const unknown = () =>
    [stack.token, stack.document].forEach((service) =>
      service.respondWith((_request, response) =>
        json(response, 404, { status: 'fail', message: 'unknown' }),
      ),
    );
  const look: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/tokens/validate/:token' };
  const send: Pick<Route, 'method' | 'path'> = { method: 'POST', path: '/upload/:token' };
  const named = (path: string) => () =>
    rawCall(stack.port, {
      ...{ method: 'POST', path: `/api${path}`, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ token: randomUUID() }),
    });
  const plain = () =>
    rawCall(stack.port, {
      ...{ method: 'POST', path: `/upload?token=${randomUUID()}&next=1` },
      ...{ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'next=1' },
    });

  it.each([
    ['link checks', look],
    ['uploads', send],
  ])(
    'after 301 %s with unknown links, the next link check is delayed and then succeeds',
    async (_how, route) => {
      unknown();
      expect(new Set(await inTurn(301, () => ask(route, '')))).toEqual(new Set([404]));
      stack.token.reset();
      const since = performance.now();
      expect((await ask(look, '')).status).toBe(200);
      expect(performance.now() - since).toBeGreaterThanOrEqual(WAIT - 10);
    },
  );

  it.each([
    ['calls for the rest of a request', named('/links/request')],
    ['calls that leave out a document', named('/links/skip')],
    ['checks of a date of birth', named('/links/check')],
    ['forms that look up the next link', plain],
  ])('after 301 %s with unknown links, the next call is delayed', async (_how, call) => {
    unknown();
    await inTurn(301, call);
    const since = performance.now();
    await call();
    expect(performance.now() - since).toBeGreaterThanOrEqual(WAIT - 10);
  });
});
