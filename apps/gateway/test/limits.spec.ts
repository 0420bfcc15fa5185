import { randomUUID } from 'node:crypto';
import { routes, type RateClass, type Route } from '../src/routing/routes.js';
import { rawCall, type RawAnswer } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';
import { json } from './support/upstream.js';

let stack: Stack;
let bearer: string;

const classes = [...new Set(routes.map(({ rate }) => rate))];
const RATE_LIMITS = JSON.stringify(Object.fromEntries(classes.map((kind) => [kind, 2])));

function ask(route: Pick<Route, 'method' | 'path'>, from: string): Promise<RawAnswer> {
  const path = `/api${route.path.replace(/:[a-z]+/gi, randomUUID())}`;
  const headers = { 'x-forwarded-for': from, authorization: `Bearer ${bearer}` };
  return rawCall(stack.port, { method: route.method, path, headers });
}

const inTurn = async (count: number, work: () => Promise<RawAnswer>) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await work()).status);
  return statuses;
};

async function start(settings: Record<string, string>): Promise<void> {
  stack = await startStack(settings);
  ({ bearer } = await stack.auth.signIn('admin'));
}

describe('behind a counted number of proxies', () => {
  beforeAll(() => start({ TRUSTED_PROXY_HOPS: '1', RATE_LIMITS }));
  afterAll(() => stack.stop());

  it('a caller who writes X-Forwarded-For does not choose the address the limit counts', async () => {
    const [route] = routes.filter(({ rate }) => rate === 'link');
    if (!route) throw new Error('no call of class link');
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await ask(route, `8.8.8.${String(n)}, 10.20.30.40`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('every class of calls', () => {
  beforeAll(() => start({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS }));
  afterAll(() => stack.stop());

  function sample(kind: RateClass): Route {
    const found = routes.find(({ rate, path }) => rate === kind && path !== '/events');
    if (!found) throw new Error(`no call of class ${kind}`);
    return found;
  }

  it.each(classes)('%s: has a limit of its own, by address, and says when to come back', async (kind) => {
    const route = sample(kind);
    expect(await inTurn(2, () => ask(route, '203.0.113.1'))).toEqual([200, 200]);
    const refused = await ask(route, '203.0.113.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({ status: 'fail', code: 'rate_limited' });
    expect((await ask(route, '203.0.113.2')).status).toBe(200);
  });

  it('counts a household with IPv6 as one address', async () => {
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await ask(sample('link'), `2001:db8:1:2::${String(n)}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('does not hold a page, its parts or a probe', async () => {
    for (const path of ['/upload', '/assets/app-4f2a.js', '/health/live'])
      expect(await inTurn(5, () => rawCall(stack.port, { path }))).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('without a proxy that we trust', () => {
  beforeAll(() => start({ RATE_LIMITS }));
  afterAll(() => stack.stop());

  it('an address that a client writes itself is not believed', async () => {
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await ask({ method: 'GET', path: '/tokens' }, `203.0.113.${String(n)}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('links that do not exist', () => {
  const WAIT = 1_500;
  beforeEach(() => start({ LINK_GUESS_WAIT_MS: String(WAIT) }));
  afterEach(() => stack.stop());

  const unknown = () =>
    [stack.token, stack.document].forEach((service) =>
      service.answers((_request, response) => json(response, 404, { status: 'fail', message: 'unknown' })),
    );
  const look: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/tokens/validate/:token' };
  const send: Pick<Route, 'method' | 'path'> = { method: 'POST', path: '/upload/:token' };

  it.each([
    ['looking', look],
    ['sending', send],
  ])('asked for by %s too often make the next call wait, and then it is served', async (_how, route) => {
    unknown();
    expect(new Set(await inTurn(301, () => ask(route, '')))).toEqual(new Set([404]));
    stack.token.reset();
    const since = performance.now();
    expect((await ask(look, '')).status).toBe(200);
    expect(performance.now() - since).toBeGreaterThanOrEqual(WAIT - 10);
  });
});
