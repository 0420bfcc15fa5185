import { z } from 'zod';
import { eventCatalogue, eventTypes, type EventData, type EventType } from './catalogue.js';

export const eventEnvelopeSchema = z.object({
  id: z.uuid(),
  type: z.enum(eventTypes as [EventType, ...EventType[]]),
  version: z.literal(1),
  occurredAt: z.iso.datetime({ precision: 3 }),
  /** The service that owns the fact: auth, token, document, notification. */
  source: z.string(),
  aggregateId: z.uuid(),
  /** Grows with every change of the aggregate; handlers ignore what is older than what they know. */
  aggregateVersion: z.number().int().min(1),
  /** The request that began it all; the same through every event it leads to. */
  correlationId: z.string(),
  /** The event this one follows from; null when a request caused it. */
  causationId: z.uuid().nullable(),
  /** The user who acted; null for a patient or the system. */
  actor: z.uuid().nullable(),
  /** Where in a trace it happened (W3C Trace Context); absent while nothing is traced, dropped when malformed. */
  traceparent: z
    .string()
    .regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
    .optional()
    .catch(undefined),
  data: z.unknown(),
});

export interface EventEnvelope<Type extends EventType = EventType> {
  id: string;
  type: Type;
  version: 1;
  occurredAt: string;
  source: string;
  aggregateId: string;
  aggregateVersion: number;
  correlationId: string;
  causationId: string | null;
  actor: string | null;
  traceparent?: string | undefined;
  data: EventData<Type>;
}

export class MalformedEvent extends Error {
  constructor(reason: string) {
    super(`Malformed event: ${reason}`);
    this.name = 'MalformedEvent';
  }
}

/** Reads an event off the wire. Throws {@link MalformedEvent}; the message names fields, never values. */
export function parseEvent(body: Uint8Array): EventEnvelope {
  const envelope = eventEnvelopeSchema.safeParse(parseJson(body));
  if (!envelope.success) throw new MalformedEvent(describe(envelope.error));
  const data = eventCatalogue[envelope.data.type].safeParse(envelope.data.data);
  if (!data.success) throw new MalformedEvent(describe(data.error));
  return { ...envelope.data, data: data.data };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new MalformedEvent('not JSON');
  }
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'envelope'} (${issue.code})`).join(', ');
}
