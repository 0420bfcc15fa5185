import { randomUUID } from 'node:crypto';
import { eventCatalogue, eventEnvelopeSchema, ownsEvent, recordsOwnAction } from '@caredrop/contracts/events';
import type { EventData, EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Correlation, NewEvent } from '../types.js';

/** The envelope's fields other than the event itself. */
export interface EnvelopeOrigin {
  source: string;
  /** Undefined outside a request: a new correlation then starts. */
  correlation: Correlation | undefined;
  /** Id of the event being handled; null for a request. */
  causationId: string | null;
  /** The trace context of the event. */
  traceparent?: string | undefined;
}

/**
 * Fills in the envelope. Keeps only the catalogue's fields of the data, so that nothing else is ever sent. Throws when
 * the source may not publish the event, and a ZodError when the event does not match the catalogue: programming errors,
 * which must roll back the transaction.
 */
export function newEnvelope<T extends EventType>(
  event: NewEvent<T>,
  origin: EnvelopeOrigin,
): EventEnvelope<T> {
  if (!ownsEvent(origin.source, event.type))
    throw new Error(`${origin.source} may not publish ${event.type} (eventOwners)`);
  const data = eventCatalogue[event.type].parse(event.data) as EventData<T>;
  if (!recordsOwnAction(origin.source, event.type, data))
    throw new Error(`${origin.source} may not record this action (audit/actions.ts)`);
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
