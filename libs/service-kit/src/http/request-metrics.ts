import type { FastifyInstance } from 'fastify';
import { Histogram, register } from 'prom-client';

const NAME = 'http_request_duration_seconds';

/** Measures rate, errors and duration by route pattern, never by a concrete path, which may contain an id. */
export function addRequestMetrics(fastify: FastifyInstance): void {
  const existing = register.getSingleMetric(NAME) as Histogram | undefined;
  const duration =
    existing ??
    new Histogram({
      name: NAME,
      help: 'Duration of requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    duration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
