import 'reflect-metadata';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DynamicModule, Type } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { collectDefaultMetrics } from 'prom-client';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import { EnvelopeExceptionFilter } from './exception.filter.js';
import { InternalGuard } from '../identity/internal.guard.js';
import { type InternalIdentity } from '../identity/internal-identity.js';
import { NestPinoLogger } from '../logging/nest-logger.js';
import { closeUnused, stopOptions } from './close-unused.js';
import { addJsonBody } from './json-body.js';
import { addRequestSpans } from './request-span.hook.js';
import { stopTelemetry } from '../telemetry/start-telemetry.js';
import { addRequestContext } from './request-context.hook.js';
import { addRequestMetrics } from './request-metrics.js';

export interface ServiceOptions {
  logger: Logger;
  /**
   * Guards every route; absent at the gateway, which is the edge, and in the audit's signer, which only serves probes.
   */
  identity?: InternalIdentity;
  fastify?: FastifyServerOptions;
  /** Maximum size of JSON bodies, in bytes. */
  bodyLimit?: number;
  /** Runs on the bare Fastify instance before routes are registered. */
  prepare?: (fastify: FastifyInstance, app: NestFastifyApplication) => Promise<void> | void;
  /** Injection token for the event transport; its handlers start with the service. */
  events?: Type<CustomTransportStrategy>;
}

/**
 * Builds the application with everything that all services share, ready for `listen` or for tests' `inject`.
 */
export async function createService(
  module: Type | DynamicModule,
  options: ServiceOptions,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: options.bodyLimit ?? 262_144,
    ...stopOptions,
    ...options.fastify,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: new NestPinoLogger(options.logger),
    abortOnError: false,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  closeUnused(fastify);
  addRequestContext(fastify);
  addRequestSpans(fastify, { believeCaller: options.identity !== undefined });
  addRequestMetrics(fastify);
  addJsonBody(fastify, options.bodyLimit ?? 262_144);
  app.useGlobalFilters(new EnvelopeExceptionFilter(options.logger));
  if (options.identity)
    app.useGlobalGuards(new InternalGuard(app.get(Reflector), options.identity, options.logger));
  await options.prepare?.(fastify, app);
  if (options.events)
    app.connectMicroservice({ strategy: app.get(options.events) }, { inheritAppConfig: false });
  return app;
}

/**
 * Interval, in ms, at which the event loop's delay is measured; it is included in the measured delay. At the
 * library's default of 10 ms, measuring makes up half of an idle service's work.
 */
const LOOP_DELAY_EACH_MS = 50;

/** How long work in progress may take to finish when a service is stopped, unless it sets `stopWithinMs`. */
export const STOP_WITHIN_MS = 30_000;

/**
 * Starts a service: event handlers, port, and a stop on SIGTERM and SIGINT once the work in flight is done, or after
 * `stopWithinMs`.
 */
export async function runService(
  module: Type | DynamicModule,
  options: ServiceOptions & { host: string; port: number; stopWithinMs?: number },
): Promise<NestFastifyApplication> {
  const { logger, host, port } = options;
  collectDefaultMetrics({ eventLoopMonitoringPrecision: LOOP_DELAY_EACH_MS });
  const app = await createService(module, options);
  stopOnSignals(app, logger, options.stopWithinMs ?? STOP_WITHIN_MS);
  // Hooks first, then events: a handler must not run before the service is set up.
  await app.init();
  if (options.events) await app.startAllMicroservices();
  await app.listen(port, host);
  logger.info({ port: (app.getHttpServer().address() as { port: number }).port }, 'ready');
  return app;
}

function stopOnSignals(app: NestFastifyApplication, logger: Logger, withinMs: number): void {
  const stop = async (signal: string) => {
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error({ withinMs }, 'work in progress did not finish in time');
      process.exit(1);
    }, withinMs).unref();
    await app.close();
    await stopTelemetry();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
}

/** Reports why a service could not start in one line and ends the process. */
export function failStart(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
