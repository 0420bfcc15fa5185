import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { connectWithRetry } from './connect-with-retry.js';

describe('a connection to a service', () => {
  let server: Server;
  let port: number;

  /** A port on which no process listens; `server.listen(port)` opens it. */
  beforeEach(async () => {
    server = createServer((socket) => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(() => server.close());

  const connect = (pause: () => Promise<unknown>): Promise<string> =>
    new Promise((resolve) => {
      const to = { hostname: '127.0.0.1', protocol: 'http:', port: String(port) };
      connectWithRetry(pause)(to, (error, socket) => {
        socket?.destroy();
        resolve(error ? ((error as NodeJS.ErrnoException).code ?? '') : 'connected');
      });
    });

  it('a refused connection is retried once and succeeds if another replica is listening by then', async () => {
    const replicaTakesOver = () => once(server.listen(port, '127.0.0.1'), 'listening');
    expect(await connect(replicaTakesOver)).toBe('connected');
  });

  it('a connection is not retried after the second rejection', async () => {
    let pauses = 0;
    expect(await connect(() => Promise.resolve((pauses += 1)))).toBe('ECONNREFUSED');
    expect(pauses).toBe(1);
  });
});
