import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createConnection } from 'node:net';
import { eventually } from '@caredrop/testing';
import { routes, type Route } from '../src/routing/routes.js';
import { openCall, rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';
import { json } from './support/upstream.js';

/** The parts of a response, however it was obtained. */
interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let stack: Stack;
let bearer: string;
beforeAll(async () => {
  stack = await startStack({ PUBLIC_URL: 'https://drop.clinic.example' });
  ({ bearer } = await stack.auth.signIn('admin'));
});
afterAll(() => stack.stop());

const services = () => [stack.token, stack.document, stack.notification, stack.audit];
const concrete = (path: string) => path.replace(/:[a-z]+/gi, randomUUID());
const nameOf = ({ method, path }: Route) => [`${method} ${path}`, method, path] as const;
const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  rawCall(stack.port, { method, path: `/api${path}`, headers });
const signedIn = () => ({ authorization: `Bearer ${bearer}` });

/** Asserts the headers that every response must have, whatever the error. */
function expectSecured({ headers, status }: RawResponse, where: string): void {
  expect({ where, status, ...headers }).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/camera=\(\),.*microphone=\(\)/) as string,
    'strict-transport-security': expect.stringMatching(/^max-age=(31[5-9]|[4-9]\d\d|\d{4})\d{5}/) as string,
  });
  const policy = String(headers['content-security-policy']);
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect({ where, policy }).toMatchObject({ policy: expect.stringContaining(rule) as string });
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  for (const name of ['access-control-allow-origin', 'x-powered-by', 'server', 'set-cookie'])
    expect(headers).not.toHaveProperty(name);
}

/** Asserts that an error has the envelope with a request id, is not cached, and reveals no internal details. */
function expectEnvelope(response: RawResponse, where: string): void {
  expectSecured(response, where);
  expect(response.headers['cache-control']).toBe('no-store');
  const body = JSON.parse(response.body) as Record<string, unknown>;
  expect(body).toMatchObject({
    status: response.status < 500 ? 'fail' : 'error',
    message: expect.stringMatching(/^[A-Z]/) as string,
    code: expect.any(String) as string,
    requestId: expect.stringMatching(/^[\w-]{36}$/) as string,
  });
  expect(response.body).not.toMatch(/\bat .+\.[jt]s:\d+|node_modules|ECONN|Error:/);
}

describe('the security headers of every route', () => {
  const all = routes.map(nameOf);
  const forwarded = routes.filter(({ service }) => service !== 'gateway').map(nameOf);
  const ofAuth = new Set(routes.filter(({ service }) => service === 'auth').map((route) => nameOf(route)[0]));
  const streams = (path: string) => path === '/events';

  beforeEach(() => stack.auth.attach());
  afterEach(() => services().forEach((service) => service.reset()));

  it.each(all)('%s sends all security headers to an anonymous caller', async (name, method, path) => {
    const response = await call(method, concrete(path));
    if (response.status >= 400) expectEnvelope(response, name);
    else expectSecured(response, name);
  });

  it.each(all.filter(([, , path]) => !streams(path)))(
    '%s sends all security headers to an administrator',
    async (name, method, path) => {
      const response = await call(method, concrete(path), signedIn());
      expect(response.status).toBe(200);
      expectSecured(response, name);
      const about = /^\/(openapi|docs)/.test(path);
      expect(response.headers['cache-control']).toMatch(about ? /no-cache|no-store/ : /no-store/);
    },
  );

  it.each(forwarded)(
    '%s returns 503 with all security headers while its service is down',
    async (name, method, path) => {
      const away = (_request: IncomingMessage, response: ServerResponse) => response.socket?.destroy();
      services().forEach((service) => service.respondWith(away));
      if (ofAuth.has(name)) stack.auth.upstream.respondWith(away);
      const response = await call(method, concrete(path), signedIn());
      expect(response.status).toBe(503);
      expectEnvelope(response, name);
    },
  );

  it('the stream of live updates sends all security headers', async () => {
    const { request, response } = openCall(stack.port, { path: '/api/events', headers: signedIn() });
    const headers = await new Promise<IncomingMessage>((resolve) => {
      request.on('response', resolve);
      request.end();
    });
    expectSecured({ status: 200, headers: headers.headers, body: '' }, 'GET /events');
    expect(headers.headers['cache-control']).toBe('no-store');
    request.destroy();
    await response.catch(() => undefined);
  });
});

describe('the security headers of documents', () => {
  const file = {
    'content-security-policy': "sandbox; frame-ancestors 'self'",
    'cache-control': 'private, no-store',
  };

  it('a document keeps its content security policy and caching and gets the other security headers', async () => {
    for (const status of [200, 206, 304]) {
      stack.document.respondWith((_request, response) => response.writeHead(status, file).end());
      const { headers } = await call('GET', '/files/abc');
      expect(headers).toMatchObject({
        ...file,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers).toHaveProperty('strict-transport-security');
    }
  });

  it('a service cannot override the security headers of the gateway', async () => {
    stack.document.respondWith((_request, response) =>
      response
        .writeHead(200, {
          'access-control-allow-origin': '*',
          'set-cookie': 'a=b',
          'x-content-type-options': 'x',
          server: 's',
        })
        .end('{}'),
    );
    expectSecured(await call('GET', '/documents', signedIn()), 'a careless service');
    stack.document.reset();
  });
});

describe('error responses', () => {
  it.each([
    ['400', 400, 'POST', '/auth/login'],
    ['409', 409, 'PATCH', '/tokens/:id'],
    ['410', 410, 'GET', '/tokens/validate/:token'],
    ['500', 500, 'GET', '/documents'],
    ['502', 502, 'POST', '/tokens/:id/send-sms'],
  ])(
    'a %s from a service has the standard error body and all security headers',
    async (where, status, method, path) => {
      const failure = {
        status: status < 500 ? 'fail' : 'error',
        message: 'No.',
        code: 'conflict',
        requestId: randomUUID(),
      };
      const reject = (_request: IncomingMessage, response: ServerResponse) => json(response, status, failure);
      services().forEach((service) => service.respondWith(reject));
      const own = /auth/.test(path);
      if (own) stack.auth.upstream.respondWith(reject);
      const response = await call(method, concrete(path), own ? {} : signedIn());
      stack.auth.attach();
      services().forEach((service) => service.reset());
      expect(response.status).toBe(status);
      expectEnvelope(response, where);
    },
  );

  it.each([
    ['404 for an unknown path', 404, 'GET', '/nothing'],
    ['404 for an unsupported method', 404, 'PUT', '/tokens'],
    ['404 for an uncommon method', 404, 'PROPFIND', '/tokens'],
    ['404 for OPTIONS', 404, 'OPTIONS', '/tokens'],
    ['401', 401, 'GET', '/auth/me'],
  ])(
    'a %s from the gateway has the standard error body and all security headers',
    async (where, status, method, path) => {
      const response = await call(method, path);
      expect(response.status).toBe(status);
      expectEnvelope(response, where);
    },
  );

  it('a body over the limit gets 413 with the standard error body and all security headers', async () => {
    const response = await call('POST', '/auth/login', { 'content-length': '300000' });
    expect(response.status).toBe(413);
    expectEnvelope(response, '413');
  });

  it('a request from another site gets 403 with the standard error body and all security headers', async () => {
    const response = await call('POST', '/auth/login', { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expectEnvelope(response, '403');
  });
});

/** Writes bytes on a new connection and returns what was received until it closed. */
function raw(bytes: string, end = true): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(stack.port, '127.0.0.1', () =>
      end ? socket.end(bytes) : socket.write(bytes),
    );
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', reject).on('close', () => resolve(parse(received)));
  });
}

function parse(text: string): RawResponse {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines
    .map((line) => line.split(/: (.*)/))
    .map(([name = '', value]) => [name.toLowerCase(), value] as const);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(pairs), body };
}

describe('requests that the HTTP parser refuses', () => {
  const host = 'Host: drop.clinic.example\r\nConnection: close\r\n';

  it.each([
    [400, 'a request that is not HTTP', 'NOT HTTP\r\n\r\n'],
    [400, 'a missing Host header', 'GET /api/tokens HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`],
    [400, 'HTTP/2 without a handshake', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'an invalid header name', `GET / HTTP/1.1\r\n${host}bad name: x\r\n\r\n`],
    [400, 'a header value with a NUL', `GET / HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`],
    [
      400,
      'two Content-Length headers',
      `POST /api/auth/login HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    ],
    [
      400,
      'Content-Length with Transfer-Encoding',
      `POST /api/auth/login HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      400,
      'a Content-Length that is not a number',
      `POST /api/auth/login HTTP/1.1\r\n${host}Content-Length: much\r\n\r\n`,
    ],
    [400, 'a space before the colon of a header', `GET / HTTP/1.1\r\n${host}x : y\r\n\r\n`],
    [431, 'headers of 20 kB', `GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(20_000)}\r\n\r\n`],
    [431, 'a URL of 20 kB', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ])('the gateway returns %i with the standard error body for %s', async (status, what, bytes) => {
    const response = await raw(bytes);
    expect(response.status).toBe(status);
    expectEnvelope(response, what);
  });

  it.each([
    ['an unknown Expect header', `GET /api/tokens HTTP/1.1\r\n${host}Expect: the-unexpected\r\n\r\n`, 401],
    ['an absolute URL', `GET http://evil.example/api/tokens HTTP/1.1\r\n${host}\r\n`, 401],
    [
      'an Upgrade header',
      `GET /api/tokens HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      401,
    ],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404],
    ['GET *', `GET * HTTP/1.1\r\n${host}\r\n`, 404],
    ['POST *', `POST * HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`, 404],
    ['HTTP/1.0 without a Host', 'GET /api/tokens HTTP/1.0\r\n\r\n', 401],
  ])('an unusual but valid request gets the standard error body: %s', async (what, bytes, status) => {
    const response = await raw(bytes);
    expect(response.status).toBe(status);
    expectEnvelope(response, what);
  });

  it('HEAD * returns 404 with all security headers', async () => {
    const response = await raw(`HEAD * HTTP/1.1\r\n${host}\r\n`);
    expect(response.status).toBe(404);
    expectSecured(response, 'HEAD *');
  });

  it('headers that never end get 408 with the standard error body', async () => {
    const server = stack.app.getHttpServer();
    server.headersTimeout = 50;
    const response = await raw('GET /api/tokens HTTP/1.1\r\nHost:', false);
    server.headersTimeout = 20_000;
    expect(response.status).toBe(408);
    expectEnvelope(response, '408');
  });

  it('a parser error in the middle of a response does not add a second response', async () => {
    stack.document.respondWith((_request, response) => void response.writeHead(200).write('first half'));
    const bad = 'POST /api/upload/abc HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n';
    const received = await new Promise<string>((resolve, reject) => {
      const socket = createConnection(stack.port, '127.0.0.1', () => socket.write(bad));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.includes('first half')) socket.write('no chunk at all\r\n');
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    stack.document.reset();
  });

  it('the server still serves requests after all the refused ones', async () => {
    await eventually(async () => expect((await call('GET', '/openapi.json')).status).toBe(200));
  });
});
