import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { eventually } from '@caredrop/testing';
import { openCall, rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';
import { json, read } from './support/upstream.js';

const MiB = 1024 * 1024;
const link = 'a'.repeat(43);

let stack: Stack;
let bearer: string;
beforeAll(async () => {
  stack = await startStack();
  ({ bearer } = await stack.auth.signIn('admin'));
});
afterAll(() => stack.stop());
afterEach(() => [stack.token, stack.document, stack.notification].forEach((upstream) => upstream.reset()));

const authorization = () => ({ authorization: `Bearer ${bearer}` });

describe.each([
  ['requesting a new link', '/links/renewals'],
  ['reporting a problem', '/links/problems'],
])('%s', (_what, path) => {
  it('the token value is sent in the body and appears in no URL and no log line', async () => {
    let sent = '';
    stack.token.respondWith(async (request, response) => {
      sent = (await read(request)).toString();
      json(response, 202, { status: 'success', data: {} });
    });
    const body = JSON.stringify({ token: link });
    const headers = { 'content-type': 'application/json' };
    const response = await rawCall(stack.port, { method: 'POST', path: `/api${path}`, headers, body });
    expect(response.status).toBe(202);
    expect(stack.token.received.map(({ method, url }) => [method, url])).toEqual([['POST', path]]);
    expect(JSON.parse(sent)).toEqual({ token: link });
    expect(stack.log()).not.toContain(link);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT'])('the method %s is not forwarded', async (method) => {
    const response = await rawCall(stack.port, { method, path: `/api${path}?token=${link}` });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(stack.token.received).toEqual([]);
  });
});

describe('request headers', () => {
  it('the proof of a patient check is forwarded with calls that need it, and with no other', async () => {
    const headers = { 'x-patient-proof': 'p', 'x-patient-browser': 'b' };
    const path = `/api/tokens/validate/${'a'.repeat(43)}`;
    await rawCall(stack.port, { path, headers });
    expect(stack.token.received.at(-1)?.headers).toMatchObject(headers);
    await rawCall(stack.port, { method: 'POST', path: `/api/upload/${'a'.repeat(43)}`, headers, body: 'x' });
    expect(stack.document.received.at(-1)?.headers).toMatchObject(headers);
    for (const path of ['/api/links/request', '/api/links/skip']) {
      await rawCall(stack.port, { method: 'POST', path, headers, body: '{}' });
      expect(stack.token.received.at(-1)?.headers).toMatchObject(headers);
    }
    for (const other of ['/api/links/check', '/api/links/renewals'])
      await rawCall(stack.port, { method: 'POST', path: other, headers, body: '{}' });
    for (const call of stack.token.received.slice(3)) {
      expect(call.headers).not.toHaveProperty('x-patient-proof');
      expect(call.headers).not.toHaveProperty('x-patient-browser');
    }
    expect(stack.token.received).toHaveLength(5);
  });

  it('the gateway drops headers that claim an identity, origin or address and sets its own', async () => {
    const spoofed = {
      'x-user-id': 'somebody',
      'x-user-role': 'admin',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '10.0.0.1',
      'x-client-address': '10.0.0.1',
      'x-public-origin': 'https://evil.example',
      'x-request-id': 'mine',
      'x-link-token': 'stolen',
      cookie: 'a=b',
      connection: 'keep-alive, x-drop',
      'x-drop': '1',
      te: 'trailers',
      'accept-language': 'en-GB',
      'idempotency-key': 'k-1',
    };
    const response = await rawCall(stack.port, {
      path: '/api/tokens',
      headers: { ...spoofed, ...authorization() },
    });
    const [received] = stack.token.received;
    expect(received?.headers).toMatchObject({
      'accept-language': 'en-GB',
      'idempotency-key': 'k-1',
      'x-client-address': '127.0.0.1',
      'x-public-origin': `http://127.0.0.1:${stack.port}`,
      'x-request-id': response.headers['x-request-id'],
    });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(received?.headers.authorization).not.toContain(bearer);
    for (const name of ['x-user-id', 'x-user-role', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])
      expect(received?.headers).not.toHaveProperty(name);
    for (const name of ['x-link-token', 'cookie', 'x-drop', 'te'])
      expect(received?.headers).not.toHaveProperty(name);
  });

  it('a call that needs a session carries the signed-in user, and a link check carries none even with a bearer token', async () => {
    await rawCall(stack.port, { path: '/api/tokens', headers: authorization() });
    await rawCall(stack.port, { path: `/api/tokens/validate/${link}`, headers: authorization() });
    const [list, validate] = stack.token.received;
    expect(list?.caller?.principal).toMatchObject({ role: 'admin', firstName: 'Ana' });
    expect(validate?.caller?.principal).toBeNull();
  });
});

describe('links', () => {
  it('a link check sends the token value to the token service in the body of a POST, for GET and HEAD', async () => {
    const bodies: string[] = [];
    stack.token.respondWith(async (request, response) => {
      bodies.push(`${request.method} ${request.url} ${(await read(request)).toString()}`);
      json(response, 200, { status: 'success', data: {} });
    });
    const path = `/api/tokens/validate/${link}?utm=1`;
    const got = await rawCall(stack.port, { path });
    const head = await rawCall(stack.port, { path, method: 'HEAD' });
    expect(bodies).toEqual(Array(2).fill(`POST /links/validate {"token":"${link}"}`));
    expect([got.status, head.status]).toEqual([200, 200]);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(String(got.body.length));
  });

  it.each(['%zz', '%ff', '%00', 'a%2fb', '..%5c', 'é', 'x'.repeat(3000), `${link}%20`])(
    'a malformed token value (%#) is forwarded and gets the response for an unknown link',
    async (odd) => {
      stack.token.respondWith((_request, response) =>
        json(response, 404, { status: 'fail', message: 'unknown link' }),
      );
      const response = await rawCall(stack.port, {
        path: `/api/tokens/validate/${encodeURI(odd).replaceAll('%25', '%')}`,
      });
      expect([response.status, JSON.parse(response.body)]).toEqual([
        404,
        { status: 'fail', message: 'unknown link' },
      ]);
    },
  );

  it('100 simultaneous checks of a link all succeed, and OPTIONS is not forwarded', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => rawCall(stack.port, { path: `/api/tokens/validate/${link}` })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const asked = stack.token.received.length;
    await rawCall(stack.port, { path: `/api/tokens/validate/${link}`, method: 'OPTIONS' });
    expect(stack.token.received).toHaveLength(asked);
  });

  it('an upload sends the token value to the document service in a header', async () => {
    await rawCall(stack.port, { path: `/api/upload/${link}`, method: 'POST', body: 'x' });
    expect(stack.document.received).toMatchObject([{ url: '/upload', headers: { 'x-link-token': link } }]);
  });

  it('token values never appear in the log', async () => {
    await rawCall(stack.port, { path: `/api/tokens/validate/${link}` });
    await rawCall(stack.port, { path: `/api/upload/${link}`, method: 'POST', body: 'x' });
    await rawCall(stack.port, { path: `/upload?token=${link}` });
    await rawCall(stack.port, { path: `/api/nothing/${link}` });
    await eventually(() => expect(stack.log()).toContain('/api/tokens/validate/:token'));
    expect(stack.log()).not.toContain(link);
  });
});

describe('request bodies', () => {
  it('a DELETE request is forwarded with its body and query', async () => {
    const body = '{"documentIds":["1"]}';
    const headers = { 'content-type': 'application/json', 'content-length': body.length, ...authorization() };
    const response = await rawCall(stack.port, {
      method: 'DELETE',
      path: '/api/upload/files/bulk?a=1',
      headers,
      body,
    });
    expect(JSON.parse(response.body)).toMatchObject({
      data: { method: 'DELETE', url: '/upload/files/bulk?a=1', body },
    });
  });

  it.each([
    ['no body with a JSON content type', { 'content-type': 'application/json' }, ''],
    ['broken JSON', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, '{"count":'],
    ['no content type', { 'transfer-encoding': 'chunked' }, 'text'],
    ['an invalid content type', { 'content-type': '!!', 'content-length': 4 }, 'text'],
    [
      'an Expect header',
      { 'content-type': 'text/plain', 'content-length': 4, expect: '100-continue' },
      'text',
    ],
  ])('the gateway forwards unusual bodies unchanged: %s', async (_name, headers, body) => {
    const all = { ...headers, ...authorization() };
    const response = await rawCall(stack.port, { method: 'POST', path: '/api/tokens', headers: all, body });
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({ data: { body } });
  });

  it('an upload is streamed to the service before it is complete', async () => {
    let first = '';
    stack.document.respondWith(async (request, response) => {
      request.once('data', (chunk: Buffer) => (first = chunk.toString()));
      json(response, 201, { size: (await read(request)).length });
    });
    const call = openCall(stack.port, { method: 'POST', path: `/api/upload/${link}` });
    call.request.write('the first part');
    await eventually(() => expect(first).toBe('the first part'));
    call.request.end(randomBytes(MiB));
    expect((await call.response).status).toBe(201);
  });

  it('a body of 5 MiB arrives unchanged', async () => {
    const sent = randomBytes(5 * MiB);
    let same = false;
    stack.document.respondWith(async (request, response) => {
      same = (await read(request)).equals(sent);
      json(response, 201, {});
    });
    const headers = { 'content-length': sent.length };
    await rawCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, headers, body: sent });
    expect(same).toBe(true);
  });

  it.each([{ 'content-length': 300 * 1024 }, { 'transfer-encoding': 'chunked' }])(
    'a JSON body over 256 kB with %j is refused with 413',
    async (length) => {
      const headers = { 'content-type': 'application/json', ...length, ...authorization() };
      const body = Buffer.alloc(300 * 1024, ' ');
      const response = await rawCall(stack.port, { method: 'POST', path: '/api/tokens', headers, body });
      expect(response.status).toBe(413);
      expect(JSON.parse(response.body)).toMatchObject({
        code: 'payload_too_large',
        message: 'The request is too large',
      });
    },
  );
});

describe('responses sent before the body is read', () => {
  const busy = { status: 'fail', message: 'A document is being sent with this link right now' };
  beforeEach(() => stack.document.respondWith((_request, response) => json(response, 409, busy)));

  it.each(['keep-alive', 'close'])(
    'a client that keeps sending 5 MiB reads the early response (%s)',
    async (connection) => {
      const headers = { 'content-length': 5 * MiB, connection };
      const call = openCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, headers });
      for (let sent = 0; sent < 5 * MiB; sent += MiB / 4) {
        call.request.write(Buffer.alloc(MiB / 4));
        await new Promise(setImmediate);
      }
      call.request.end();
      expect(await call.response).toMatchObject({ status: 409, body: JSON.stringify(busy), whole: true });
    },
  );

  it('an early response arrives while the client is still sending', async () => {
    const headers = { 'content-length': 5 * MiB };
    const call = openCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, headers });
    call.request.write('begin');
    const status = await new Promise((resolve) =>
      call.request.on('response', (response) => resolve(response.statusCode)),
    );
    expect(status).toBe(409);
    call.request.destroy();
  });

  it('the connection is reused after an early response once the client has sent the rest', async () => {
    const { Agent, request } = await import('node:http');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (size: number) =>
      new Promise<{ status?: number; reused: boolean }>((resolve, reject) => {
        const options = { port: stack.port, agent, method: 'POST', path: `/api/upload/${link}` };
        const sent = request({ ...options, headers: { 'content-length': size } }, (response) => {
          response
            .resume()
            .on('end', () => resolve({ status: response.statusCode, reused: sent.reusedSocket }));
        });
        sent.on('error', reject).end(Buffer.alloc(size));
      });
    expect(await send(2 * MiB)).toEqual({ status: 409, reused: false });
    expect(await send(2 * MiB)).toEqual({ status: 409, reused: true });
    agent.destroy();
  });

  it('the gateway closes the connection when 100 MB follow an early response', async () => {
    const headers = { 'content-length': 100 * MiB };
    const call = openCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, headers });
    let written = 0;
    const cut = new Promise((resolve) => call.request.on('close', resolve));
    const pump = () => {
      while (written < 100 * MiB && !call.request.destroyed) {
        written += MiB / 4;
        if (!call.request.write(Buffer.alloc(MiB / 4))) return void call.request.once('drain', pump);
      }
    };
    pump();
    expect(await call.response).toMatchObject({ status: 409, body: JSON.stringify(busy) });
    await cut;
    expect(written).toBeLessThan(40 * MiB);
  });

  it('a client that reads while it writes 100 MB gets the early response without a connection reset', async () => {
    const socket = connect({ port: stack.port, host: '127.0.0.1' });
    const head = `POST /api/upload/${link} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${100 * MiB}\r\n\r\n`;
    const piece = Buffer.alloc(MiB);
    let response = '';
    const pump = () => {
      while (socket.writable) if (!socket.write(piece)) return;
    };
    socket.on('drain', pump).on('data', (chunk: Buffer) => (response += chunk.toString()));
    const first = new Promise((resolve) => {
      for (const sign of ['end', 'error']) socket.once(sign, () => resolve(sign));
    });
    socket.write(head);
    pump();
    expect(await first).toBe('end');
    expect(response).toContain(JSON.stringify(busy));
    socket.on('error', () => undefined).destroy();
  });
});

describe('connections to the document service', () => {
  const connectionOf = async (method: string, path: string): Promise<Socket | undefined> => {
    let socket: Socket | undefined;
    stack.document.respondWith((request, response) => {
      socket = request.socket;
      json(response, 200, {});
    });
    await rawCall(stack.port, { method, path, headers: authorization() });
    return socket;
  };

  it('the connection to the document service is closed after an upload', async () => {
    const used = await connectionOf('POST', `/api/upload/${link}`);
    await eventually(() => expect(used?.destroyed).toBe(true), 1_500);
  });

  it('the connection to the document service is reused for other calls', async () => {
    const used = await connectionOf('GET', '/api/documents');
    expect(await connectionOf('GET', '/api/documents')).toBe(used);
  });
});

describe('an upload over the size limit', () => {
  it('a chunked upload over the limit is cut off with 413, even if the service keeps reading', async () => {
    let seen = 0;
    stack.document.respondWith((request, response) => {
      request.on('data', (chunk: Buffer) => (seen += chunk.length)).on('end', () => response.end('{}'));
    });
    const headers = { 'transfer-encoding': 'chunked' };
    const call = openCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, headers });
    call.request.on('error', () => undefined);
    const piece = Buffer.alloc(MiB / 4);
    let left = 80; // 20 MiB: without a limit the service would receive all of them and respond.
    const pump = () => {
      for (; !call.request.destroyed; left -= 1)
        if (left === 0) return void call.request.end();
        else if (!call.request.write(piece)) return void call.request.once('drain', pump);
    };
    pump();
    const response = await call.response;
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toMatchObject({ message: 'File size must be less than 5MB' });
    expect(seen).toBeLessThanOrEqual(6 * MiB + 64 * 1024);
  });
});

describe('connections that end early', () => {
  it('a client that disconnects during an upload aborts the call to the service', async () => {
    let aborted = false;
    stack.document.respondWith((request) => {
      request.resume();
      request.on('close', () => (aborted = !request.complete));
    });
    const headers = { 'content-length': MiB };
    const call = openCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, headers });
    call.response.catch(() => undefined);
    call.request.write('begin');
    await eventually(() => expect(stack.document.received).toHaveLength(1));
    call.request.destroy();
    await eventually(() => expect(aborted).toBe(true));
    expect(stack.log()).not.toContain('request failed');
  });

  it('a client that disconnects during a download stops it at the service', async () => {
    let stopped = false;
    stack.document.respondWith((_request, response) => {
      const write = () => {
        while (!stopped)
          if (!response.write(Buffer.alloc(MiB / 4))) return void response.once('drain', write);
      };
      response.on('close', () => (stopped = true));
      write();
    });
    const call = openCall(stack.port, { path: '/api/documents', headers: authorization() });
    call.request.on('response', () => call.request.destroy());
    call.request.end();
    await eventually(() => expect(stopped).toBe(true));
  });

  it.each([{}, { 'content-length': MiB }])(
    'a response is cut off when the service disconnects in the middle of it (%j)',
    async (headers) => {
      stack.document.respondWith((_request, response) => {
        response.writeHead(200, headers).write('half of it');
        setImmediate(() => response.destroy());
      });
      const response = await rawCall(stack.port, { path: '/api/files/abc.def' }).catch(() => null);
      expect(response?.whole ?? false).toBe(false);
    },
  );

  it('a service that disconnects in the middle of a small response causes a 503', async () => {
    stack.token.respondWith((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half of it');
      setImmediate(() => response.destroy());
    });
    const response = await rawCall(stack.port, { path: '/api/tokens', headers: authorization() });
    expect(response).toMatchObject({ status: 503, whole: true });
    expect(JSON.parse(response.body)).toMatchObject({ status: 'error', code: 'service_unavailable' });
  });

  it('a service that disconnects before it responds causes a 503 with Retry-After', async () => {
    stack.document.respondWith((_request, response) => response.destroy());
    const response = await rawCall(stack.port, { method: 'POST', path: `/api/upload/${link}`, body: 'x' });
    expect(response.status).toBe(503);
    expect(JSON.parse(response.body)).toMatchObject({ status: 'error', code: 'service_unavailable' });
    expect(response.headers['retry-after']).toBe('5');
  });

  it('a GET is retried when the service closes the connection without a response', async () => {
    let first = true;
    stack.token.respondWith((_request, response) => {
      if (first) response.destroy();
      else json(response, 200, { status: 'success', data: {} });
      first = false;
    });
    expect((await rawCall(stack.port, { path: '/api/tokens', headers: authorization() })).status).toBe(200);
  });
});

describe('a link with many refused uploads', () => {
  const refusedLink = 'r'.repeat(43);
  const upload = (to: string) =>
    rawCall(stack.port, { method: 'POST', path: `/api/upload/${to}`, body: 'x' });

  it('after 100 refused uploads within a minute the gateway returns 429 for that link only', async () => {
    stack.document.respondWith((_request, response) => json(response, 410, { status: 'fail' }));
    for (let n = 0; n < 100; n += 1) expect((await upload(refusedLink)).status).toBe(410);
    const limited = await upload(refusedLink);
    expect(limited.status).toBe(429);
    expect(JSON.parse(limited.body)).toMatchObject({ status: 'fail', code: 'rate_limited' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect(stack.document.received).toHaveLength(100);
    expect((await upload('o'.repeat(43))).status).toBe(410);
  });
});

describe('an unavailable service', () => {
  it('an unavailable service causes 503 for its calls, and the gateway stays ready', async () => {
    await stack.notification.stop();
    const away = await rawCall(stack.port, { method: 'POST', path: '/api/twilio/status', body: 'a=b' });
    expect(away.status).toBe(503);
    expect(JSON.parse(away.body)).toMatchObject({ status: 'error', code: 'service_unavailable' });
    expect((await rawCall(stack.port, { path: '/health/ready' })).status).toBe(200);
    await stack.notification.listen();
    expect((await rawCall(stack.port, { method: 'POST', path: '/api/twilio/status' })).status).toBe(200);
  });
});

describe('responses', () => {
  it('a response keeps its status and content headers but loses Server and Set-Cookie', async () => {
    stack.document.respondWith((_request, response) => {
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="d.zip"',
      };
      response.writeHead(206, {
        ...headers,
        'content-range': 'bytes 0-2/9',
        server: 'x',
        'set-cookie': 'a=b',
      });
      response.end('zip');
    });
    const path = '/api/admin/documents/download';
    const response = await rawCall(stack.port, { method: 'POST', path, headers: authorization() });
    expect(response).toMatchObject({ status: 206, body: 'zip', whole: true });
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="d.zip"',
      'content-range': 'bytes 0-2/9',
    });
    expect(response.headers).not.toHaveProperty('server');
    expect(response.headers).not.toHaveProperty('set-cookie');
  });

  it('a response is streamed: its first part arrives before the last is written', async () => {
    let finish = (): void => undefined;
    stack.document.respondWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).write('first');
      finish = () => response.end('last');
    });
    const call = openCall(stack.port, {
      method: 'POST',
      path: '/api/admin/documents/download',
      headers: authorization(),
    });
    call.request.end();
    const first = await new Promise<string>((resolve) =>
      call.request.on('response', (response) =>
        response.once('data', (chunk: Buffer) => resolve(chunk.toString())),
      ),
    );
    expect(first).toBe('first');
    finish();
    expect(await call.response).toMatchObject({ body: 'firstlast', whole: true });
  });

  it('a response can arrive before the request body is complete', async () => {
    const headers = { ...authorization(), 'content-length': 10 };
    const call = openCall(stack.port, { path: '/api/tokens', headers });
    call.request.write('half ');
    expect(await call.response).toMatchObject({ status: 200, whole: true });
    call.request.end('of it');
  });

  it('responses of any size arrive byte for byte', async () => {
    for (const size of [1, 1000, 64 * 1024, 64 * 1024 + 1, 3 * MiB]) {
      const bytes = randomBytes(size);
      stack.document.respondWith((_request, response) => {
        response.writeHead(206, { 'content-length': size, 'content-type': 'application/pdf' }).end(bytes);
      });
      const response = await rawCall(stack.port, { path: '/api/files/abc.def' });
      expect(response).toMatchObject({ status: 206, headers: { 'content-length': String(size) } });
      expect(response.bytes.equals(bytes)).toBe(true);
    }
  });

  it('documents keep their frame and caching rules, and other responses are never cached', async () => {
    const own = {
      'content-security-policy': "sandbox; frame-ancestors 'self'",
      'cache-control': 'private, max-age=300',
    };
    for (const upstream of [stack.document, stack.token])
      upstream.respondWith((_request, response) => void response.writeHead(200, own).end('x'));
    const file = await rawCall(stack.port, { path: '/api/files/abc.def' });
    const list = await rawCall(stack.port, { path: '/api/tokens', headers: authorization() });
    expect(file.headers).toMatchObject(own);
    expect(list.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(list.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('HEAD of a document returns its headers and no body', async () => {
    stack.document.respondWith((request, response) => {
      response.writeHead(200, { 'content-length': 1234, 'content-type': 'application/pdf' });
      response.end(request.method === 'HEAD' ? undefined : 'x'.repeat(1234));
    });
    const head = await rawCall(stack.port, { method: 'HEAD', path: '/api/files/abc.def' });
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '1234' } });
  });
});
