import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Forwards connections to a port on `host` to the current `target`. The whole-system tests expect services, Postgres
 * and RabbitMQ on ports of 127.0.0.1, but compose deliberately publishes only the gateway's.
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
