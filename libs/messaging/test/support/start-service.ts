import { AsyncLocalStorage } from 'node:async_hooks';
import { Module, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import {
  MessagingModule,
  OutboxRelay,
  RabbitEventServer,
  UnitOfWork,
  type Correlation,
  type MessagingContext,
  type MessagingTuning,
  type ServiceKeys,
  type ServiceName,
  type Topology,
  type UnsignedEvents,
} from '../../src/index.js';
import { newIdentities } from '@caredrop/testing';
import { eventSources } from '@caredrop/contracts/events';
import { consumedBy } from '../../src/topology/consumers.js';
import { handlerOf } from './handlers.js';
import { PgClient } from './pg-client.js';

/** Each service's own key, as in production. */
export const keys = newIdentities(...eventSources);
export const serviceKeys = Object.fromEntries(
  Object.entries(keys).map(([name, { publicKey }]) => [name, [publicKey]]),
);

const storage = new AsyncLocalStorage<Correlation>();

/** Like service-kit's messagingContext, but keeps the actor for handlers as well. */
export const context: MessagingContext = {
  current: () => storage.getStore(),
  run: (correlation, work) => storage.run(correlation, work),
};

export interface ServiceOptions {
  source: ServiceName;
  databaseUrl: string;
  amqpUrl: string;
  namespace: string;
  controllers?: Type[];
  tuning?: Partial<MessagingTuning>;
  serviceKeys?: ServiceKeys;
  unsigned?: UnsignedEvents;
  topology?: Topology;
}

export interface RunningService {
  work: UnitOfWork;
  relay: OutboxRelay;
  db: PgClient;
  /** Lines logged so far. */
  log: Record<string, unknown>[];
  /** Sum of a metric's values over its labels. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a service set up as in production: an HTTP application with the event transport connected to it. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { tuning, databaseUrl, ...rest } = options;
  const controllers = options.controllers
    ? [...options.controllers, ...untestedHandlers(options.source)]
    : [];
  const db = new PgClient(databaseUrl);
  const registry = new Registry();
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line) as never) });
  const useFactory = () => ({
    signingKey: keys[options.source].privateKey,
    serviceKeys,
    ...rest,
    database: { connectionString: databaseUrl },
    client: db,
    context,
    logger,
    registry,
    tuning: { ...quick, ...tuning },
  });

  @Module({ imports: [MessagingModule.forRootAsync({ useFactory })], controllers })
  class ServiceModule {}

  const app = await NestFactory.create<NestFastifyApplication>(ServiceModule, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  app.connectMicroservice({ strategy: app.get(RabbitEventServer) });
  await app.init();
  try {
    await app.startAllMicroservices();
  } catch (error) {
    await app.close();
    await db.close();
    throw error;
  }
  return {
    work: app.get(UnitOfWork),
    relay: app.get(OutboxRelay),
    db,
    log,
    metric: (name) => sum(registry, name),
    stop: async () => {
      await app.close();
      await db.close();
    },
  };
}

/**
 * A service must handle every event type that it consumes, but tests provide handlers only for
 * `user.updated`.
 */
function untestedHandlers(source: ServiceName): Type[] {
  const untested = consumedBy(source).filter((type) => type !== 'user.updated');
  return untested.map((type) => handlerOf(type, () => Promise.resolve()));
}

const quick: Partial<MessagingTuning> = {
  retryDelaysMs: [50, 100],
  pollMs: 100,
  databaseProbeMs: 50,
  returnedRetryMs: { first: 50, longest: 200 },
};

async function sum(registry: Registry, name: string): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  if (!metric) throw new Error(`No metric ${name}`);
  return metric.values.reduce((total, { value }) => total + value, 0);
}
