import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { drainBody } from '@caredrop/service-kit';
import type { FastifyInstance } from 'fastify';
import { pauseBefore } from './drain-pace.js';
import { hasBody } from './has-body.js';

/** How much a client may still send after its response: enough for the largest document. */
const DRAIN_BYTES = 6 * 1024 * 1024;
const DRAIN_MS = 30_000;
/** Grace period for the client to read the response once we stop reading the request. */
const LINGER_MS = 2_000;

/**
 * A response sent before the body was read (409, 413, 401…) is written at once, but the connection stays open
 * while the client keeps sending, within limits: a browser reads a response only after it has sent
 * everything, and would otherwise report a broken connection.
 */
export function addUnreadBody(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isStillSending(request.raw)) return done(null, payload);
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole) void reply.header('content-length', Buffer.byteLength(payload));
    if (isWhole || payload instanceof Readable)
      return done(null, Readable.from(thenDrain(payload, request.raw), { objectMode: false }));
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (isStillSending(request.raw)) void drain(request.raw);
    done();
  });
}

const isStillSending = (request: IncomingMessage) =>
  !request.complete && !request.destroyed && hasBody(request.headers);

async function* thenDrain(
  payload: string | Buffer | Readable,
  request: IncomingMessage,
): AsyncGenerator<Buffer> {
  if (payload instanceof Readable) for await (const chunk of payload) yield chunk as Buffer;
  else yield Buffer.from(payload);
  await drain(request);
}

/** Reads and discards the rest of the body at a limited rate; past the limits the connection is cut. */
const drain = (request: IncomingMessage): Promise<void> =>
  drainBody(request, {
    bytes: DRAIN_BYTES,
    withinMs: DRAIN_MS,
    pauseMs: pauseBefore,
    cut: () => cut(request),
  });

/**
 * Ends the response and closes a little later: closing at once with unread bytes would send a
 * reset, and the client could lose the response.
 */
function cut(request: IncomingMessage): void {
  const { socket } = request;
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
