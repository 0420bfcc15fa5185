import type { ConsumeMessage } from 'amqplib';
import { isEventType, UnknownEvent, type EventEnvelope } from '@caredrop/contracts/events';
import { saysDatabaseAway } from '../inbox/database-away.js';
import type { ConsumerPause } from '../inbox/consumer-pause.js';
import { handleOnce, HandlingFailed, type EventHandler, type Task } from '../inbox/handle-once.js';
import type { MessagingOptions } from '../messaging.options.js';
import type { MessagingMetrics } from '../metrics.js';
import { describeError } from '../util/describe-error.js';
import { triesOf } from './headers.js';
import { inEventContext } from './in-event-context.js';
import { ForgedEvent, readEvent, type EventVerifier, type Forgery } from '../signing/event-verifier.js';

/**
 * Outcome of processing a message. `abandoned`: this process is stopping, and the broker redelivers the
 * message to another one.
 */
export type Verdict =
  | { verdict: 'done' }
  | { verdict: 'abandoned' }
  | { verdict: 'malformed'; reason: string }
  | { verdict: 'forged'; event: { type: string }; forgery: Forgery; reason: string }
  | { verdict: 'failed'; event: { type: string }; reason: string; tries: number };

export interface ProcessorOptions {
  messaging: Pick<MessagingOptions, 'client' | 'source' | 'context' | 'logger'>;
  handlerTimeoutMs: number;
  handlersOf: (type: string) => EventHandler[];
  pause: ConsumerPause;
  verifier: EventVerifier;
  metrics: MessagingMetrics;
  /** Called when events were emitted and committed. */
  onEmitted: () => void;
}

/**
 * Processes one delivery: runs the handlers of its type one after the other, each in its own transaction, until one
 * fails. While the database is unavailable it waits, which does not count as an attempt. Handlers that have succeeded
 * are recorded in the inbox and not run again.
 */
export async function processMessage(options: ProcessorOptions, message: ConsumeMessage): Promise<Verdict> {
  const tries = triesOf(message) + 1;
  const read = readEvent(options.verifier, message);
  if ('error' in read) return rejection(options, read.error, tries);
  const { event } = read;
  const handlers = options.handlersOf(event.type);
  // The queue is bound to this type by a newer version of this service, which is running at the same time and may
  // process the event when it is redelivered.
  if (handlers.length === 0)
    return { verdict: 'failed', event, tries, reason: `no handler for ${event.type}` };
  while (await options.pause.whenResumed()) {
    const failure = await runHandlers(options, handlers, event, tries);
    if (failure === undefined) return { verdict: 'done' };
    if (await isDatabaseAway(options.pause, failure)) options.pause.begin(failure.cause);
    else return { verdict: 'failed', event, tries, reason: describeError(failure.cause) };
  }
  return { verdict: 'abandoned' };
}

/**
 * A retry does not help with a malformed or forged message. An unknown event is retried, because a newer version of
 * this service may be running at the same time and know it.
 */
function rejection({ messaging }: ProcessorOptions, error: Error, tries: number): Verdict {
  const { message: reason } = error;
  if (error instanceof UnknownEvent) {
    messaging.logger.warn({ reason, attempt: tries }, 'this version does not support the event');
    return { verdict: 'failed', event: labelOf(error), tries, reason };
  }
  if (!(error instanceof ForgedEvent)) return { verdict: 'malformed', reason };
  return { verdict: 'forged', event: labelOf(error.event), forgery: error.forgery, reason };
}

/** The type becomes a metric label, so a type that is not in the catalogue is replaced. */
const labelOf = ({ type }: { type: string }) => ({ type: isEventType(type) ? type : 'unknown' });

/** Returns the first failure, if any; later handlers wait for the next attempt. */
async function runHandlers(
  { messaging, handlerTimeoutMs, metrics, onEmitted }: ProcessorOptions,
  handlers: EventHandler[],
  event: EventEnvelope,
  attempt: number,
): Promise<HandlingFailed | undefined> {
  for (const handler of handlers) {
    const task: Task = { handler, event, attempt };
    try {
      const { outcomes, emitted } = await inEventContext(messaging.context, task, () =>
        handleOnce(messaging, handlerTimeoutMs, [task]),
      );
      for (const outcome of outcomes) metrics.handled.inc({ handler: handler.name, outcome });
      if (emitted) onEmitted();
    } catch (error) {
      if (!(error instanceof HandlingFailed)) throw error;
      metrics.handled.inc({ handler: handler.name, outcome: 'failed' });
      messaging.logger.warn(
        {
          err: error.cause,
          phase: error.phase,
          eventId: event.id,
          type: event.type,
          handler: handler.name,
          attempt,
        },
        'event handler failed',
      );
      return error;
    }
  }
  return undefined;
}

async function isDatabaseAway(pause: ConsumerPause, { phase, cause }: HandlingFailed): Promise<boolean> {
  return phase === 'begin' || saysDatabaseAway(cause) || !(await pause.databaseResponds());
}
