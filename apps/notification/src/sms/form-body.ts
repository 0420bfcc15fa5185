import type { FastifyInstance } from 'fastify';

const LIMIT_BYTES = 16_384;

/** Bodies as posted by Twilio; decoded once, each name with its (last) value. */
export function addFormBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
}
