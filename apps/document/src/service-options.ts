import { RabbitEventServer } from '@caredrop/messaging';
import type { InternalIdentity, Logger, ServiceOptions } from '@caredrop/service-kit';
import { leaveUploadsUnread } from './uploads/upload-body.js';

/** How this service is served, both in tests and in production. */
export function serviceOptions(logger: Logger, identity: InternalIdentity): ServiceOptions {
  return {
    logger,
    identity,
    events: RabbitEventServer,
    // A file's URL has one long path segment; Fastify's own limit is 100 characters.
    fastify: { routerOptions: { maxParamLength: 512 } },
    prepare: leaveUploadsUnread,
  };
}
