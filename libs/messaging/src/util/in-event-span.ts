import type { EventEnvelope } from '@caredrop/contracts/events';
import type { MessagingContext } from '../types.js';

const verbs = { producer: 'publish', consumer: 'handle' } as const;

/** Runs work in a span of the event's trace, or without a span if the event was not traced. */
export function inEventSpan<T>(
  context: MessagingContext,
  kind: 'producer' | 'consumer',
  { id, type, traceparent }: EventEnvelope,
  more: Record<string, string | number>,
  work: () => Promise<T>,
): Promise<T> {
  if (!traceparent || !context.inSpan) return work();
  const attributes = { 'messaging.system': 'rabbitmq', 'messaging.message.id': id, ...more };
  return context.inSpan(`${verbs[kind]} ${type}`, { kind, attributes, parent: traceparent }, work);
}
