import type { EventEnvelope } from '@caredrop/contracts/events';
import type { MessagingOptions } from '../messaging.options.js';
import { emitInto } from '../outbox/append.js';
import type { RawSql } from '../types.js';
import { EventContext } from './event-context.js';

export interface EventHandler<Tx extends RawSql = RawSql> {
  /** Stable name, part of the record of what was handled. */
  name: string;
  handle(event: EventEnvelope, context: EventContext<Tx>): Promise<unknown>;
}

/** How far a transaction got: only an error from `handler` on can be the handler's. */
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
  outcome: 'done' | 'duplicate';
  emitted: boolean;
}

const RECORD = `INSERT INTO inbox (event_id, handler) VALUES ($1::uuid, $2::text) ON CONFLICT DO NOTHING`;

/** Longest wait for a connection, ms. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs the handler and records (event, handler) in one transaction: twice is once. Of two at the same time the
 * second waits at the record for the first to commit. Throws {@link HandlingFailed} with nothing done.
 */
export async function handleOnce<Tx extends RawSql>(
  options: Pick<MessagingOptions<Tx>, 'client' | 'source' | 'context'>,
  timeoutMs: number,
  handler: EventHandler<Tx>,
  event: EventEnvelope,
  attempt: number,
): Promise<Handled> {
  const correlation = { correlationId: event.correlationId, actor: event.actor };
  const traceparent = options.context.traceparent?.() ?? event.traceparent;
  const origin = { source: options.source, correlation, causationId: event.id, traceparent };
  let phase: Phase = 'begin';
  let emitted = false;
  const afterwards: (() => void)[] = [];
  let outcome: Handled['outcome'];
  try {
    outcome = await options.client.$transaction(
      async (tx) => {
        if ((await tx.$executeRawUnsafe(RECORD, event.id, handler.name)) === 0) return 'duplicate';
        phase = 'handler';
        const emit = emitInto(tx, origin, () => (emitted = true));
        await handler.handle(
          event,
          new EventContext(tx, emit, event, attempt, (work) => afterwards.push(work)),
        );
        // A handler that caught a failed query leaves a transaction whose commit would quietly undo all: ask it.
        await tx.$queryRawUnsafe('SELECT 1');
        phase = 'commit';
        return 'done';
      },
      { timeout: timeoutMs, maxWait: MAX_WAIT_MS },
    );
  } catch (error) {
    throw new HandlingFailed(phase, error);
  }
  for (const work of afterwards) work();
  return { outcome, emitted };
}
