import type { EventData, EventEnvelope, EventType } from '@caredrop/contracts/events';

/** Raw SQL on a connection or a transaction. PrismaClient and Prisma's transaction client both satisfy it. */
export interface RawSql {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}

/** Timeouts in milliseconds. */
export interface TransactionOptions {
  /** How long to wait for a connection. */
  maxWait?: number;
  /** How long the transaction may take. */
  timeout?: number;
}

/** Opens transactions: a PrismaClient. */
export interface TransactionRunner<Tx extends RawSql = RawSql> extends RawSql {
  $transaction<R>(work: (tx: Tx) => Promise<R>, options?: TransactionOptions): Promise<R>;
}

/** A fact to publish. `actor` defaults to the actor of the request or of the event being handled. */
export interface NewEvent<T extends EventType = EventType> {
  type: T;
  aggregateId: string;
  /** Increases with every change of the aggregate, from 1. */
  aggregateVersion: number;
  data: EventData<T>;
  actor?: string | null;
}

/**
 * Writes an event to the outbox in its transaction. Rejects when the data does not match the catalogue, or when this
 * service may not publish the type.
 */
export type Emit = <T extends EventType>(event: NewEvent<T>) => Promise<EventEnvelope<T>>;

/** The request that started the chain of events, and the user who acted. */
export interface Correlation {
  correlationId: string;
  actor: string | null;
}

/**
 * Carries the {@link Correlation} along a request or the handling of an event; `messagingContext` of
 * service-kit.
 */
export interface MessagingContext {
  current(): Correlation | undefined;
  run<T>(correlation: Correlation, work: () => Promise<T>): Promise<T>;
  /** The current trace context (W3C Trace Context), to be sent with an event. */
  traceparent?(): string | undefined;
  /** Runs `work` in a span whose parent is `parent`. */
  inSpan?<T>(
    name: string,
    facts: { kind: 'producer' | 'consumer'; attributes: Record<string, string | number>; parent: string },
    work: () => Promise<T>,
  ): Promise<T>;
}
