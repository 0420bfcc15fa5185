import type { FastifyInstance, FastifyRequest } from 'fastify';

export const UPLOAD_PATH = '/upload';
const AS_STREAM = 'application/x-unread';
const DECLARED = 'x-declared-content-type';

/**
 * Keeps Fastify from reading the body of an upload, whatever its declared type: the link is checked before
 * the body is read.
 */
export function leaveUploadsUnread(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && request.routeOptions.url === UPLOAD_PATH) {
      request.raw.headers[DECLARED] = request.raw.headers['content-type'] ?? '';
      request.raw.headers['content-type'] = AS_STREAM;
    }
    done();
  });
  fastify.addContentTypeParser(AS_STREAM, (_request, _payload, done) => done(null));
}

/** The content type the client declared for its upload. */
export function declaredType(request: FastifyRequest): string {
  return String(request.raw.headers[DECLARED] ?? '');
}
