import { z } from 'zod';
import { eventCatalogue, isEventType, type EventData, type EventType } from './catalogue.js';

export const eventEnvelopeSchema = z.object({
  id: z.uuid(),
  /** Not limited to the catalogue: a newer version may publish other types. */
  type: z.string().regex(/^[a-z0-9_.]{1,60}$/),
  version: z.literal(1),
  occurredAt: z.iso.datetime({ precision: 3 }),
  /** The service that owns the fact, one of `eventSources`. */
  source: z.string(),
  aggregateId: z.uuid(),
  /** Increases with every change of the aggregate; handlers ignore events older than their state. */
  aggregateVersion: z.number().int().min(1),
  /** Id of the request that started the chain, or a random one; the same for every event of the chain. */
  correlationId: z.string(),
  /** The event that caused this one; null when none did. */
  causationId: z.uuid().nullable(),
  /** The user who acted; null for a patient or the system. */
  actor: z.uuid().nullable(),
  /** The trace it belongs to (W3C Trace Context); absent without tracing, dropped when malformed. */
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

/**
 * Thrown for an event whose type, or a code in its data, is not in the catalogue: a newer version may have published
 * it.
 */
export class UnknownEvent extends Error {
  constructor(
    readonly type: string,
    reason: string,
  ) {
    super(`Unknown event: ${reason}`);
    this.name = 'UnknownEvent';
  }
}

/** An envelope whose type and data have not been checked against the catalogue. */
export type UncheckedEnvelope = z.infer<typeof eventEnvelopeSchema>;

/** Parses an envelope received from the broker. Throws {@link MalformedEvent}, whose message names fields, never values. */
export function parseEnvelope(body: Uint8Array): UncheckedEnvelope {
  const envelope = eventEnvelopeSchema.safeParse(parseJson(body));
  if (!envelope.success) throw new MalformedEvent(describe(envelope.error));
  return envelope.data;
}

/** Throws {@link MalformedEvent} or {@link UnknownEvent}, whose messages name the type and fields, never values. */
export function parseEvent(envelope: UncheckedEnvelope): EventEnvelope {
  const { type } = envelope;
  if (!isEventType(type)) throw new UnknownEvent(type, type);
  const data = eventCatalogue[type].safeParse(envelope.data);
  if (data.success) return { ...envelope, type, data: data.data };
  const reason = describe(data.error);
  const unknown = data.error.issues.every(({ code }) => code === 'invalid_value');
  throw unknown ? new UnknownEvent(type, `${type}: ${reason}`) : new MalformedEvent(reason);
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
