import type { EventEnvelope } from '@caredrop/contracts/events';
import type { MessagingOptions } from '../messaging.options.js';
import { GatheredEvents } from '../outbox/gathered-events.js';
import type { RawSql } from '../types.js';
import { EventContext } from './event-context.js';
import { BatchedWork } from './batched-work.js';

export interface EventHandler<Tx extends RawSql = RawSql> {
  /** Stable name, part of the inbox record. */
  name: string;
  handle(event: EventEnvelope, context: EventContext<Tx>): Promise<unknown>;
}

/** An event for one of its handlers. */
export interface Task<Tx extends RawSql = RawSql> {
  handler: EventHandler<Tx>;
  event: EventEnvelope;
  /** The number of this attempt, from 1. */
  attempt: number;
}

/** How far a transaction got: only errors from the phase `handler` on can be the handler's. */
export type Phase = 'begin' | 'handler' | 'commit';

export class HandlingFailed extends Error {
  constructor(
    readonly phase: Phase,
    cause: unknown,
  ) {
    super(`Event not handled (${phase})`, { cause });
    this.name = 'HandlingFailed';
  }
}

export interface Handled {
  /** One outcome per task, in order. */
  outcomes: ('done' | 'duplicate')[];
  emitted: boolean;
}

type Options<Tx extends RawSql> = Pick<MessagingOptions<Tx>, 'client' | 'source' | 'context'>;

// Sorted by key, so that one of two consumers with the same events waits for the other instead of deadlocking with it.
const RECORD = `
  INSERT INTO inbox (event_id, handler)
  SELECT * FROM unnest($1::uuid[], $2::text[]) AS task (event_id, handler) ORDER BY event_id, handler
  ON CONFLICT DO NOTHING RETURNING event_id AS "eventId", handler`;

/** Timeout for getting a connection, ms. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs handlers one after the other and records each (event, handler), all in one transaction, so that a duplicate has
 * no effect. If two transactions contain the same task, the second waits at the record until the first ends. Throws
 * {@link HandlingFailed}; nothing is then committed for any task, unless the connection was lost during the commit.
 * `within` wraps the call of each handler.
 */
export async function handleOnce<Tx extends RawSql>(
  options: Options<Tx>,
  timeoutMs: number,
  tasks: Task<Tx>[],
  within: (task: Task<Tx>, work: () => Promise<unknown>) => Promise<unknown> = (_task, work) => work(),
): Promise<Handled> {
  let phase: Phase = 'begin';
  const events = new GatheredEvents();
  const batched = new BatchedWork<Tx>();
  const afterwards: (() => void)[] = [];
  const outcomes: Handled['outcomes'] = [];
  try {
    await options.client.$transaction(
      async (tx) => {
        const isNew = await record(tx, tasks);
        phase = 'handler';
        for (const task of tasks) {
          const { handler, event, attempt } = task;
          const emit = events.emit(() => originOf(options, event));
          const afterCommit = (work: () => void) => afterwards.push(work);
          const context = new EventContext(tx, emit, event, attempt, afterCommit, batched.batch);
          const fresh = isNew(task);
          if (fresh) await within(task, () => handler.handle(event, context));
          outcomes.push(fresh ? 'done' : 'duplicate');
        }
        await batched.do(tx);
        await events.write(tx);
        // If a handler swallowed a failed query, the commit would silently roll back, so this is checked.
        if (!events.any && outcomes.includes('done')) await tx.$queryRawUnsafe('SELECT 1');
        phase = 'commit';
      },
      { timeout: timeoutMs, maxWait: MAX_WAIT_MS },
    );
  } catch (error) {
    throw new HandlingFailed(phase, error);
  }
  for (const work of afterwards) work();
  return { outcomes, emitted: events.any };
}

/** Returns a predicate that is true once for each task that has not been handled before. */
async function record(tx: RawSql, tasks: Task[]): Promise<(task: Task) => boolean> {
  const recorded = await tx.$queryRawUnsafe<{ eventId: string; handler: string }[]>(
    RECORD,
    tasks.map(({ event }) => event.id),
    tasks.map(({ handler }) => handler.name),
  );
  const fresh = new Set(recorded.map(({ eventId, handler }) => keyOf(eventId, handler)));
  return ({ event, handler }) => fresh.delete(keyOf(event.id, handler.name));
}

/** Postgres returns ids in lower case, whatever the case in which they were sent. */
const keyOf = (eventId: string, handler: string) => `${eventId.toLowerCase()} ${handler}`;

/** Origin of what a handler emits: caused by the event being handled, traced from the current span. */
function originOf<Tx extends RawSql>({ source, context }: Options<Tx>, event: EventEnvelope) {
  return {
    source,
    correlation: { correlationId: event.correlationId, actor: event.actor },
    causationId: event.id,
    traceparent: context.traceparent?.() ?? event.traceparent,
  };
}
