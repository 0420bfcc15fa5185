import type { Logger } from '@caredrop/service-kit';
import type { FastifyInstance } from 'fastify';

/**
 * Logs one line per response, with the route's pattern: a concrete path may contain a link or an id. Its four fields
 * contain nothing to redact, and searching each line for secrets cost as much as writing it.
 */
export function addAccessLog(fastify: FastifyInstance, logger: Logger): void {
  const lines = logger.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    lines.info(
      { method, route: routeOptions.url ?? 'unmatched', status: reply.statusCode, milliseconds },
      'request completed',
    );
    done();
  });
}
