import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { BodyWatch, type BodyLimits } from './body-watch.js';

const WINDOW_MS = 200;
const hour = 3_600_000;
const lenient: BodyLimits = {
  idleMs: hour,
  totalMs: hour,
  minBytesPerSecond: 0,
  windowMs: hour,
  pressed: { minBytesPerSecond: 0, windowMs: hour, when: () => false },
};
const strict: [what: string, limits: Partial<BodyLimits>][] = [
  ['the longest silence', { idleMs: WINDOW_MS }],
  ['the window of the rate', { minBytesPerSecond: 100, windowMs: WINDOW_MS }],
  [
    'the window while others wait',
    { pressed: { minBytesPerSecond: 100, windowMs: WINDOW_MS, when: () => true } },
  ],
];

let server: Server;
let sender: Socket;
let body: Socket;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [body] = (await once(server, 'connection')) as [Socket];
});
afterEach(async () => {
  sender.destroy();
  body.destroy();
  server.close();
  await once(server, 'close');
});

/** Blocks the event loop: no timers fire and no sockets are read. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('the timeouts of an upload body', () => {
  it.each(strict)(
    'a blocked event loop does not time out a sender whose bytes are unread (%s)',
    async (_what, limits) => {
      const rejections: Error[] = [];
      await turn();
      const watch = new BodyWatch({ ...lenient, ...limits }, (rejection) => rejections.push(rejection));
      body.on('data', (chunk) => watch.received(chunk.length));
      sender.write('x'.repeat(1000));
      standStill(2 * WINDOW_MS);
      await once(body, 'data');
      await turn();
      watch.stop();
      expect(rejections).toEqual([]);
    },
  );

  it('a body whose end is unread after a blocked event loop does not time out', async () => {
    const rejections: Error[] = [];
    await turn();
    const watch = new BodyWatch({ ...lenient, totalMs: WINDOW_MS }, (rejection) =>
      rejections.push(rejection),
    );
    body.on('data', () => watch.stop());
    sender.write('x');
    standStill(2 * WINDOW_MS);
    await once(body, 'data');
    await turn();
    expect(rejections).toEqual([]);
  });

  it.each([...strict, ['the whole body', { totalMs: WINDOW_MS }] as const])(
    'a sender that sends nothing times out with 408 (%s)',
    async (_what, limits) => {
      const rejection = await new Promise<Error>((resolve) => {
        new BodyWatch({ ...lenient, ...limits }, resolve);
      });
      expect(rejection).toMatchObject({ status: 408, code: 'request_timeout' });
    },
  );
});
