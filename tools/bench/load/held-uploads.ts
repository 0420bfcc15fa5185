import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Time for the last bytes to pass through the gateway. */
const SETTLE_MS = 2_000;

/** Starts an upload of `size` bytes to each path, and holds it one byte before its end. The result ends the uploads. */
export async function holdUploads(origin: string, paths: string[], size: number): Promise<() => void> {
  const sockets = await Promise.all(paths.map((path) => hold(origin, path, size)));
  await delay(SETTLE_MS);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function hold(origin: string, path: string, size: number): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${String(size)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<unknown>((resolve) => socket.write(Buffer.alloc(size - 1, 32), resolve));
  return socket;
}
