import type { Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { EventSource } from '@caredrop/contracts/events';
import type { JsonWebKey } from 'node:crypto';
import type { ServiceKeys, UnsignedEvents } from './signing/event-verifier.js';
import type { Topology } from './topology/prepare-topology.js';
import type { MessagingContext, RawSql, TransactionRunner } from './types.js';

/** Names of the services that own a database and so publish: the `source` of their events. */
export type ServiceName = EventSource;

export interface MessagingOptions<Tx extends RawSql = RawSql> {
  source: ServiceName;
  /** The service's PrismaClient. Disconnect it in `onApplicationShutdown`, after handlers have ended. */
  client: TransactionRunner<Tx>;
  /** For the relay's own small pool, so that it never waits behind requests. */
  databaseUrl: string;
  amqpUrl: string;
  /** Signs what the service publishes: its own Ed25519 key. */
  signingKey: JsonWebKey;
  /** Public keys of all services: who published an event is checked with them. */
  serviceKeys: ServiceKeys;
  /** What happens to events without a signature; refused when absent. */
  unsigned?: UnsignedEvents;
  /** Whether each connection declares exchanges and queues or expects them there; declares when absent. */
  topology?: Topology;
  /** Prefix of exchanges and queues: tests and stacks with different ones do not meet. */
  namespace: string;
  context: MessagingContext;
  logger: Logger;
  /** Milliseconds and counts; the defaults are right outside tests. */
  tuning?: Partial<MessagingTuning>;
  /** Where metrics go; prom-client's global registry when absent. */
  registry?: Registry;
}

export interface MessagingTuning {
  /** Waits between the tries of a failing handler, ms; tries = delays + 1. The same in all processes of a namespace. */
  retryDelaysMs: readonly number[];
  /** Transactions of handlers that a process has open at a time. */
  lanes: number;
  /** Events that share one of them at most. */
  batchSize: number;
  /** How long an event may wait for others to share its transaction, ms. 0: not at all, not even for one that is on its way. */
  gatherMs: number;
  /** How long a handler's transaction may take, ms. */
  handlerTimeoutMs: number;
  /** How often the relay looks for events nobody woke it for, ms. */
  pollMs: number;
  /** Events per relay transaction. */
  relayBatchSize: number;
  /** How long the relay waits for the broker's confirms, ms. */
  confirmTimeoutMs: number;
  /** First and longest wait before an event the broker returned or refused is tried again, ms. */
  returnedRetryMs: { first: number; longest: number };
  /** How often a consumer asks whether its database is back, ms. */
  databaseProbeMs: number;
  /** How long sent events are kept for republishing, days. */
  keepSentDays: number;
  /** How long handled event ids are kept, days: longer than any message can wait to be delivered again. */
  keepHandledDays: number;
}

export const defaultTuning: MessagingTuning = {
  retryDelaysMs: [1_000, 10_000, 60_000, 600_000, 3_600_000],
  lanes: 4,
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

/** Injection token of the {@link MessagingOptions}. */
export const MESSAGING_OPTIONS = Symbol('messaging options');
