import type { ConsumeMessage } from 'amqplib';
import { handleOnce, HandlingFailed, type Task } from '../inbox/handle-once.js';
import { describeError } from '../util/describe-error.js';
import { triesOf } from './headers.js';
import { inEventContext } from './in-event-context.js';
import type { ProcessorOptions } from './process-message.js';
import { readEvent } from '../signing/event-verifier.js';

/**
 * Whether a delivery may share a transaction. A redelivered one may not: it may have caused the last attempt to fail or
 * crash.
 */
export function mayBeBatched(message: ConsumeMessage): boolean {
  return !message.fields.redelivered && triesOf(message) === 0;
}

/**
 * Handles deliveries in one transaction (docs/adr/0017). Returns the deliveries that are done. The others have had no
 * effect, unless the connection was lost during the commit, and must be processed one by one: those without a valid
 * event or a handler, or all of them when anything failed or when there are fewer than two handler calls to batch.
 */
export async function processBatch(
  options: ProcessorOptions,
  messages: ConsumeMessage[],
): Promise<Set<ConsumeMessage>> {
  const { messaging, handlerTimeoutMs, metrics, onEmitted } = options;
  const joined = messages.map((message) => ({ message, tasks: tasksOf(options, message) }));
  const tasks = joined.flatMap((one) => one.tasks);
  if (tasks.length < 2) return new Set();
  try {
    const { outcomes, emitted } = await handleOnce(messaging, handlerTimeoutMs, tasks, (task, work) =>
      inEventContext(messaging.context, task, work),
    );
    tasks.forEach(({ handler }, nth) =>
      metrics.handled.inc({ handler: handler.name, outcome: outcomes[nth] ?? 'done' }),
    );
    if (emitted) onEmitted();
    return new Set(joined.filter((one) => one.tasks.length > 0).map(({ message }) => message));
  } catch (error) {
    if (!(error instanceof HandlingFailed)) throw error;
    metrics.undone.inc();
    messaging.logger.info(
      { phase: error.phase, reason: describeError(error.cause), events: messages.length },
      'a batch of events failed; handling them one by one',
    );
    return new Set();
  }
}

/** Empty for a message that is malformed or forged, and for an event that this version does not know or handle. */
function tasksOf({ handlersOf, verifier }: ProcessorOptions, message: ConsumeMessage): Task[] {
  const read = readEvent(verifier, message);
  if ('error' in read) return [];
  const { event } = read;
  return handlersOf(event.type).map((handler) => ({ handler, event, attempt: 1 }));
}
