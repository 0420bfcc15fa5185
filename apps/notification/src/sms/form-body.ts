import type { FastifyInstance } from 'fastify';

const LIMIT_BYTES = 16_384;

/** Parses bodies as Twilio posts them: decoded once, with the last value of each name. */
export function addFormBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
}
