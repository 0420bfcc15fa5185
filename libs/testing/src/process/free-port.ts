import { createServer } from 'node:net';

const given = new Set<number>();

/** Returns a TCP port of 127.0.0.1 that is free and that this process has not been given before. */
export async function freePort(): Promise<number> {
  const port = await askSystem();
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

function askSystem(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
