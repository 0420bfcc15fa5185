import { connect } from 'node:net';
import { costOf, GROWTH_LAW, repeated } from '@caredrop/testing';
import { routes } from '../src/routing/routes.js';
import { rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';

/**
 * Measures how the cost of everything that the gateway itself parses grows with its size. Each unit of each grammar is
 * repeated up to the largest accepted size, or to 5 MB where a limit must stop it. Client and services run on the same
 * thread, so their cost is included.
 */
const FLOOD = 5 * 1024 * 1024;
/** Below Node's 16 KiB for all headers of a request. */
const HEADER = 15_000;

let stack: Stack;
let bearer: string;
beforeAll(async () => {
  const most = Object.fromEntries(
    [...new Set(routes.map(({ rate }) => rate))].map((kind) => [kind, 1_000_000]),
  );
  stack = await startStack({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: JSON.stringify(most) });
  ({ bearer } = await stack.auth.signIn('admin'));
  await rawCall(stack.port, { path: '/api/health' });
});
afterAll(() => stack.stop());

async function expectCheap<Result>(work: () => Promise<Result>): Promise<Result> {
  const { processorMs, bytes, result } = await costOf(work);
  expect(processorMs).toBeLessThan(GROWTH_LAW.processorMs);
  expect(bytes).toBeLessThan(GROWTH_LAW.bytes);
  return result;
}

/**
 * Writes as much as the gateway accepts; resolves with its response, if that arrived before the connection
 * broke.
 */
function flood(bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(stack.port, '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply));
    socket.write(bytes);
  });
}

describe('floods of headers and long request lines', () => {
  const start = 'GET /api/documents HTTP/1.1\r\nhost: localhost\r\n';
  const units = [
    'a: b\r\n',
    'x',
    ' ',
    '\t',
    ':',
    '\r\n ',
    'cookie: a=b\r\n',
    'x-forwarded-for: 1.2.3.4\r\n',
    'transfer-encoding: chunked\r\n',
  ];
  it.each(units)('5 MB of headers made of %j are handled at bounded cost', async (unit) => {
    await expectCheap(() => flood(repeated(unit, FLOOD, start)));
  });

  it('a header over the size limit gets 431 with a JSON error', async () => {
    const reply = await expectCheap(() => flood(repeated('x', 17_000, `${start}a: `)));
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(reply).toContain('"status":"fail"');
  });

  it.each(['%41', '/', '../', '%2f', '?', '&a=1', '%', ';'])(
    'a 5 MB request line made of %j is handled at bounded cost',
    async (unit) => {
      await expectCheap(() => flood(repeated(unit, FLOOD, 'GET /')));
    },
  );
});

describe('request headers that the gateway reads', () => {
  const names = [
    'authorization',
    'x-forwarded-for',
    'x-forwarded-proto',
    'cookie',
    'content-type',
    'range',
    'traceparent',
  ];
  const more = [
    'if-none-match',
    'accept-language',
    'accept-encoding',
    'origin',
    'host',
    'idempotency-key',
    'x-twilio-signature',
  ];
  const units = [
    'a',
    ' ',
    ',',
    '.',
    '1.2.3.4,',
    '::,',
    ':',
    'a.',
    '=',
    ';q=0,',
    '"',
    'bytes=',
    '-',
    'Bearer ',
  ];

  it.each([...names, ...more])(
    'a long %s header is parsed at bounded cost and gets a JSON response with a status below 500',
    async (name) => {
      for (const unit of units) {
        const text = unit.repeat(Math.floor(HEADER / unit.length));
        for (const value of name === 'authorization'
          ? [text, `Bearer ${text}`, `Bearer e30.${text}`]
          : [text]) {
          const headers = { authorization: `Bearer ${bearer}`, [name]: value };
          const { status, body } = await expectCheap(() =>
            rawCall(stack.port, { path: '/api/documents', headers }),
          );
          expect(status).toBeLessThan(500);
          expect(JSON.parse(body)).toBeInstanceOf(Object);
        }
      }
    },
  );
});

describe('paths and queries', () => {
  it.each(['a', '%41', '%', '%2f', '..', './', '//', '?', '&', 'a=1&', '+', '%F0', '\\', ':'])(
    'long paths and queries made of %j are routed at bounded cost',
    async (unit) => {
      const text = unit.repeat(Math.floor(HEADER / unit.length));
      for (const path of [
        `/${text}`,
        `/api/tokens/${text}`,
        `/api/documents?search=${text}`,
        `/upload?token=${text}`,
        `/upload/${text}/x`,
      ]) {
        const { status } = await expectCheap(() =>
          rawCall(stack.port, { path, headers: { authorization: `Bearer ${bearer}` } }),
        );
        expect(status).toBeLessThan(500);
      }
    },
  );
});

describe('forwarded request bodies', () => {
  it.each(['[', '{"a":', '"\\u0000', ' ', '--x\r\n'])(
    'a 5 MB body made of %j is refused with 413 at bounded cost',
    async (unit) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const body = repeated(unit, FLOOD);
      const { status, body: reply } = await expectCheap(() =>
        rawCall(stack.port, {
          method: 'POST',
          path: '/api/tokens',
          headers: { ...headers, 'content-length': body.length },
          body,
        }),
      );
      expect(status).toBe(413);
      expect(JSON.parse(reply)).toMatchObject({ status: 'fail', code: 'payload_too_large' });
    },
  );

  it('a body of many tiny chunks takes time in proportion to their number', async () => {
    const head = `POST /api/tokens HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${bearer}\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`;
    const body = (count: number) => Buffer.from(`${head}${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`);
    const chunks = (count: number) => costOf(() => flood(body(count)));
    const [quarter, whole] = [await chunks(10_000), await chunks(40_000)];
    expect(whole.processorMs).toBeLessThan(8 * quarter.processorMs + GROWTH_LAW.processorMs);
    expect(whole.bytes).toBeLessThan(GROWTH_LAW.bytes);
  });
});
