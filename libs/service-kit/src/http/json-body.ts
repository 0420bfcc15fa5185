import type { FastifyInstance } from 'fastify';
import { appError } from '../errors/app-error.js';

/**
 * Accepts JSON bodies for every method, DELETE included. An empty body is accepted where none is needed (Fastify alone
 * returns 400); a body that cannot be parsed results in 'The request could not be read'.
 */
export function addJsonBody(fastify: FastifyInstance, bodyLimit: number): void {
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => {
      try {
        done(null, body.length === 0 ? undefined : JSON.parse(body.toString()));
      } catch {
        done(appError('bad_request'));
      }
    },
  );
}
