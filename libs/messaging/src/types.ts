import type { EventData, EventEnvelope, EventType } from '@caredrop/contracts/events';

/** Raw SQL on a connection or a transaction. PrismaClient and Prisma's transaction client both satisfy it. */
export interface RawSql {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}

/** Milliseconds. */
export interface TransactionOptions {
  /** How long to wait for a connection. */
  maxWait?: number;
  /** How long the transaction may take. */
  timeout?: number;
}

/** What opens transactions: a PrismaClient. */
export interface TransactionRunner<Tx extends RawSql = RawSql> extends RawSql {
  $transaction<R>(work: (tx: Tx) => Promise<R>, options?: TransactionOptions): Promise<R>;
}

/** A fact to tell. `actor` is taken from the request when left out. */
export interface NewEvent<T extends EventType = EventType> {
  type: T;
  aggregateId: string;
  /** Grows with every change of the aggregate, from 1. */
  aggregateVersion: number;
  data: EventData<T>;
  actor?: string | null;
}

/** Writes an event to the outbox in the transaction it belongs to. Throws when the data is not as catalogued. */
export type Emit = <T extends EventType>(event: NewEvent<T>) => Promise<EventEnvelope<T>>;

/** Who and what an event follows from. */
export interface Correlation {
  correlationId: string;
  actor: string | null;
}

/** Carries the {@link Correlation} along a request or an event's handling; `messagingContext` of service-kit. */
export interface MessagingContext {
  current(): Correlation | undefined;
  run<T>(correlation: Correlation, work: () => Promise<T>): Promise<T>;
  /** Where in a trace we are (W3C Trace Context), to travel with an event. */
  traceparent?(): string | undefined;
  /** Runs `work` in a span that follows from `parent`. */
  inSpan?<T>(
    name: string,
    facts: { kind: 'producer' | 'consumer'; attributes: Record<string, string | number>; parent: string },
    work: () => Promise<T>,
  ): Promise<T>;
}
