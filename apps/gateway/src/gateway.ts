import type { Logger, ServiceOptions } from '@caredrop/service-kit';
import type { FastifyInstance } from 'fastify';
import { contactOf } from './clinic/clinic-contact.js';
import type { Config } from './config.js';
import { addAccessLog } from './edge/access-log.hook.js';
import { addEdge } from './edge/edge.hook.js';
import { fastifyOptions } from './edge/fastify-options.js';
import { addUnreadBody } from './edge/unread-body.js';
import { addPageFiles } from './pages/page-files.js';
import { NextLink } from './plain-upload/next-link.js';
import { addPlainResponses } from './plain-upload/plain-responses.js';

/** How the gateway's HTTP server differs from that of a service. */
export function gatewayOptions(config: Config, logger: Logger): ServiceOptions & { stopWithinMs: number } {
  return {
    logger,
    stopWithinMs: config.STOP_WITHIN_MS,
    fastify: fastifyOptions(config.PUBLIC_URL),
    prepare: async (fastify, app) => {
      addEdge(fastify, config);
      // Must run before the hook that sends a response while the rest of the request's body is read.
      addPlainResponses(fastify, contactOf(config), config.LANGUAGES, app.get(NextLink));
      addUnreadBody(fastify);
      addAccessLog(fastify, logger);
      passBodiesOn(fastify);
      await addPageFiles(fastify, config.WEB_ROOT);
    },
  };
}

/**
 * Fastify parses no body: bodies are passed on to a service as they are, except those of the forms without a file, which
 * `plain-upload.controller.ts` reads.
 */
function passBodiesOn(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}
