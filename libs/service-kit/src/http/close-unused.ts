import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Fastify options that keep a stopping server from losing requests. By default Fastify responds with 503 to a request
 * that arrives on an open connection after the stop has begun, such as an upload whose connection was just opened.
 */
export const stopOptions = { forceCloseConnections: 'idle', return503OnClosing: false } as const;

const SWEEP_MS = 100;
/**
 * A connection without a request is closed once it is this old; a younger connection's request may still be
 * on its way.
 */
const UNUSED_AFTER_MS = 2_000;
/** After a turn of the event loop that is shorter than this, a connection is unlikely to be waiting to be accepted. */
const QUIET_MS = 1;
/** The limit after which a busy service stops anyway. */
const MAX_TURNS = 50;

/**
 * Lets a stopping server exit soon after its last response. Node closes idle connections only once, when
 * `close` begins: one whose response ends later stays open until its keep-alive timeout, and one without a
 * request (a spare in a client's pool) counts as busy. Either of them would delay the stop by a minute.
 * Requests in progress are completed, even if their connection was accepted just before the stop.
 */
export function closeUnused(fastify: FastifyInstance): void {
  const server: Server = fastify.server;
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
  fastify.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      const young = performance.now() - UNUSED_AFTER_MS;
      for (const [socket, acceptedAt] of open)
        if (socket.bytesRead === 0 && acceptedAt < young) socket.destroy();
    }, SWEEP_MS);
    server.once('close', () => clearInterval(sweep));
    if (!server.listening) clearInterval(sweep);
    await untilQuiet();
  });
}

/**
 * Closing the listener resets connections that have not been accepted yet, and Node accepts connections only once in
 * each turn of the event loop. Resolves after a short turn, or after {@link MAX_TURNS} turns.
 */
async function untilQuiet(): Promise<void> {
  // The rest of this turn, which may have accepted connections already.
  await nextTurn();
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < QUIET_MS) return;
  }
}
