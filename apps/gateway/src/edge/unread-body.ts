import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasBody } from '../forwarding/request-body.js';
import { pauseBefore } from './drain-pace.js';

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
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    let seen = 0;
    let resuming: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(resuming);
      cut(request);
    };
    const timer = setTimeout(stop, DRAIN_MS);
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > DRAIN_BYTES) return stop();
      const pauseMs = pauseBefore(seen, performance.now() - started);
      if (pauseMs === 0) return;
      request.pause();
      resuming = setTimeout(() => request.resume(), pauseMs);
    });
    for (const end of ['end', 'close', 'error'])
      request.once(end, () => {
        clearTimeout(timer);
        clearTimeout(resuming);
        resolve();
      });
    request.unpipe();
    request.resume();
  });
}

/**
 * Ends the response, stops reading, and closes a little later: closing at once with unread bytes would send a
 * reset, and the client could lose the response.
 */
function cut(request: IncomingMessage): void {
  const { socket } = request;
  request.removeAllListeners('data');
  request.pause();
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
