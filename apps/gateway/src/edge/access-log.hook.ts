import type { Logger } from '@caredrop/service-kit';
import type { FastifyInstance } from 'fastify';

/**
 * One line per answer, naming the route's pattern: a concrete path may hold a link or an id (design §2). Its four fields
 * hold nothing to strike out, and looking through each line for that cost as much as writing it.
 */
export function addAccessLog(fastify: FastifyInstance, logger: Logger): void {
  const lines = logger.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    lines.info(
      { method, route: routeOptions.url ?? 'unmatched', status: reply.statusCode, milliseconds },
      'answered',
    );
    done();
  });
}
