import type { Task } from '../inbox/handle-once.js';
import type { MessagingContext } from '../types.js';
import { inEventSpan } from '../util/in-event-span.js';

/**
 * Runs work in the context of the event's correlation and actor and, if the event is traced, in a span of its trace.
 */
export function inEventContext<T>(
  context: MessagingContext,
  { event, handler, attempt }: Task,
  work: () => Promise<T>,
): Promise<T> {
  const correlation = { correlationId: event.correlationId, actor: event.actor };
  return context.run(correlation, () =>
    inEventSpan(context, 'consumer', event, { 'caredrop.handler': handler.name, attempt }, work),
  );
}
