import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A door on `host`: whoever comes in is led to wherever `target` then is. The whole-system tests look for services,
 * Postgres and RabbitMQ at ports of 127.0.0.1; compose publishes none of them, and rightly.
 */
export async function forward(
  target: () => Promise<{ host: string; port: number }>,
  host = '127.0.0.1',
): Promise<{ port: number; stop(): void }> {
  const open = new Set<Socket>();
  const join = (from: Socket, to: Socket): void => {
    open.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    target().then(
      (place) => {
        const far = connect(place);
        join(near, far);
        join(far, near);
      },
      () => near.destroy(),
    );
  });
  server.listen(0, host);
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    open.forEach((socket) => socket.destroy());
  };
  return { port: (server.address() as { port: number }).port, stop };
}
