import { randomUUID } from 'node:crypto';
import { eventCatalogue, eventEnvelopeSchema, ownsEvent } from '@caredrop/contracts/events';
import type { EventData, EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Correlation, NewEvent } from '../types.js';

/** What an envelope says besides the event itself. */
export interface EnvelopeOrigin {
  source: string;
  /** Absent when nothing is known of a request: a new correlation begins. */
  correlation: Correlation | undefined;
  /** The event being handled; null when a request is. */
  causationId: string | null;
  /** Where in a trace the event happened. */
  traceparent?: string | undefined;
}

/**
 * Fills in the envelope. Data is cut to the catalogued fields, so that nothing else ever travels. Throws a ZodError
 * when the event is not as catalogued: a fault of the program, which must undo the transaction.
 */
export function newEnvelope<T extends EventType>(
  event: NewEvent<T>,
  origin: EnvelopeOrigin,
): EventEnvelope<T> {
  if (!ownsEvent(origin.source, event.type))
    throw new Error(`${origin.source} may not publish ${event.type} (eventOwners)`);
  const data = eventCatalogue[event.type].parse(event.data) as EventData<T>;
  const envelope: EventEnvelope<T> = {
    id: randomUUID(),
    type: event.type,
    version: 1,
    occurredAt: new Date().toISOString(),
    source: origin.source,
    aggregateId: event.aggregateId,
    aggregateVersion: event.aggregateVersion,
    correlationId: origin.correlation?.correlationId ?? randomUUID(),
    causationId: origin.causationId,
    actor: event.actor === undefined ? (origin.correlation?.actor ?? null) : event.actor,
    ...(origin.traceparent && { traceparent: origin.traceparent }),
    data,
  };
  eventEnvelopeSchema.parse(envelope);
  return envelope;
}
