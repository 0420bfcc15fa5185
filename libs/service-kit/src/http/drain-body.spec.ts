import { once } from 'node:events';
import { createServer, request as openRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { drainBody, type DrainLimits } from './drain-body.js';

const HOUR = 3_600_000;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A request whose head and first bytes have arrived, and the client's end of it. */
async function refused(declared: number) {
  const server = createServer();
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = openRequest({ port, method: 'POST', headers: { 'content-length': declared } });
  client.on('error', () => undefined);
  client.write('1');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { client, request };
}

const limits = (changes: Partial<DrainLimits> = {}): DrainLimits & { cut: jest.Mock } => ({
  bytes: 1_000_000,
  withinMs: HOUR,
  ...changes,
  cut: jest.fn(),
});

describe('drainBody', () => {
  it('the rest of a body within the limits is read to its end', async () => {
    const { client, request } = await refused(10_000);
    const within = limits();
    const drained = drainBody(request, within);
    client.end(Buffer.alloc(9_999));
    await drained;
    expect(request.complete).toBe(true);
    expect(within.cut).not.toHaveBeenCalled();
  });

  it('a body with more bytes than allowed is cut off once', async () => {
    const { client, request } = await refused(2_000_000);
    const few = limits({ bytes: 100 });
    const drained = drainBody(request, few);
    client.write(Buffer.alloc(100_000));
    await once(request, 'pause');
    request.resume();
    client.end(Buffer.alloc(1_899_999));
    await drained;
    expect(few.cut).toHaveBeenCalledTimes(1);
  });

  it('a body that takes too long is cut off', async () => {
    const { request } = await refused(10_000);
    await new Promise<void>((resolve) => {
      void drainBody(request, { bytes: 1_000_000, withinMs: 1, cut: resolve });
    });
    expect(request.isPaused()).toBe(true);
  });

  it('a sender that is too fast is paused', async () => {
    const { client, request } = await refused(10_000);
    const pause = jest.spyOn(request, 'pause');
    const pauses: number[] = [];
    const pauseMs = (seen: number) => {
      pauses.push(seen);
      return 1;
    };
    const drained = drainBody(request, limits({ pauseMs }));
    client.end(Buffer.alloc(9_999));
    await drained;
    expect(pauses.at(-1)).toBe(10_000);
    expect(pause).toHaveBeenCalledTimes(pauses.length);
  });

  it('draining ends at once when the connection is gone', async () => {
    const { request } = await refused(10_000);
    request.destroy();
    await drainBody(request, limits());
  });
});
