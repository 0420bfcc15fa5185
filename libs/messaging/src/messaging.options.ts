import type { PoolConfig } from 'pg';
import type { Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { EventSource } from '@caredrop/contracts/events';
import type { JsonWebKey } from 'node:crypto';
import type { ServiceKeys, UnsignedEvents } from './signing/event-verifier.js';
import type { Topology } from './topology/prepare-topology.js';
import type { MessagingContext, RawSql, TransactionRunner } from './types.js';

/** Services that own a database and therefore publish events: the `source` of their events. */
export type ServiceName = EventSource;

export interface MessagingOptions<Tx extends RawSql = RawSql> {
  source: ServiceName;
  /** The service's PrismaClient. Disconnect it in `onApplicationShutdown`, after handlers have finished. */
  client: TransactionRunner<Tx>;
  /** Connections of the relay's own small pool, so that it never waits behind requests. */
  database: PoolConfig;
  amqpUrl: string;
  /** The service's own Ed25519 key, which signs the events that it publishes. */
  signingKey: JsonWebKey;
  /** Public keys of all services, which consumers use to verify who published an event. */
  serviceKeys: ServiceKeys;
  /** How to treat events without a signature; rejected by default. */
  unsigned?: UnsignedEvents;
  /** Whether each connection declares exchanges and queues or expects them to exist; declares by default. */
  topology?: Topology;
  /** Prefix of exchanges and queues: tests and stacks with different namespaces do not see each other. */
  namespace: string;
  context: MessagingContext;
  logger: Logger;
  /** Overrides of {@link defaultTuning}. */
  tuning?: Partial<MessagingTuning>;
  /** Registry for metrics; prom-client's global one by default. */
  registry?: Registry;
}

export interface MessagingTuning {
  /**
   * Delays between the attempts of a failing handler, ms; attempts = delays + 1. Must be the same in all
   * processes of a namespace.
   */
  retryDelaysMs: readonly number[];
  /** Maximum number of handler transactions that a process has open at a time. */
  concurrency: number;
  /** The maximum number of events that share one transaction. */
  batchSize: number;
  /** How long an event may wait for others to share its transaction, ms; 0 for no wait. */
  gatherMs: number;
  /** Timeout of a handler's transaction, ms. */
  handlerTimeoutMs: number;
  /** How often the relay polls for events without being woken, ms. */
  pollMs: number;
  /** Maximum number of events per relay transaction. */
  relayBatchSize: number;
  /** Timeout for the broker's confirms, ms. */
  confirmTimeoutMs: number;
  /** First and longest delay before an event that was returned or refused is published again, ms. */
  returnedRetryMs: { first: number; longest: number };
  /** How often a consumer checks whether its database is available again, ms. */
  databaseProbeMs: number;
  /** How long sent events are kept for republishing, days. */
  keepSentDays: number;
  /**
   * How long handled event ids are kept, days. Longer than `keepSentDays`, so that a republished event is recognised.
   */
  keepHandledDays: number;
}

export const defaultTuning: MessagingTuning = {
  retryDelaysMs: [1_000, 10_000, 60_000, 600_000, 3_600_000],
  concurrency: 4,
  batchSize: 32,
  gatherMs: 0,
  handlerTimeoutMs: 30_000,
  pollMs: 1_000,
  relayBatchSize: 100,
  confirmTimeoutMs: 15_000,
  returnedRetryMs: { first: 1_000, longest: 300_000 },
  databaseProbeMs: 500,
  keepSentDays: 14,
  keepHandledDays: 90,
};

/** Injection token for the {@link MessagingOptions}. */
export const MESSAGING_OPTIONS = Symbol('messaging options');
