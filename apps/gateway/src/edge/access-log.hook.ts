import type { Logger } from '@caredrop/service-kit';
import type { FastifyInstance } from 'fastify';

/** One line per answer, naming the route's pattern: a concrete path may hold a link or an id (design §2). */
export function addAccessLog(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    logger.info(
      { method, route: routeOptions.url ?? 'unmatched', status: reply.statusCode, milliseconds },
      'answered',
    );
    done();
  });
}
