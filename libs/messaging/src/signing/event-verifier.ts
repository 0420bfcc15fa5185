import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { Message } from 'amqplib';
import { MalformedEvent, ownsEvent, parseEvent, type EventEnvelope } from '@caredrop/contracts/events';
import { isSignedBy, readPublicKey, SIGNATURE_HEADER } from './signature.js';

/** Public keys by service; several while a key is being rotated. */
export type ServiceKeys = Readonly<Record<string, readonly JsonWebKey[]>>;

/** `accept`: unsigned events pass, for use while the previous version still publishes. */
export type UnsignedEvents = 'refuse' | 'accept';

/** Why an event was rejected; a metric's label. */
export type Forgery = 'unsigned' | 'unknown_source' | 'wrong_signature' | 'wrong_source';

/** An event that its source did not sign, or may not publish. The message names only services and types. */
export class ForgedEvent extends Error {
  constructor(
    readonly forgery: Forgery,
    /** The event as its envelope claims it to be. */
    readonly event: EventEnvelope,
  ) {
    super(`${sentences[forgery]}: ${event.type} of ${event.source}`);
    this.name = 'ForgedEvent';
  }
}

const sentences: Record<Forgery, string> = {
  unsigned: 'no signature',
  unknown_source: 'SERVICE_KEYS has no key of its source',
  wrong_signature: 'not signed by its source',
  wrong_source: 'its source may not publish this type',
};

/** Parses events and verifies who published them. */
export class EventVerifier {
  private readonly keys: ReadonlyMap<string, readonly KeyObject[]>;

  constructor(
    serviceKeys: ServiceKeys,
    private readonly unsigned: UnsignedEvents = 'refuse',
  ) {
    this.keys = new Map(
      Object.entries(serviceKeys).map(([service, keys]) => [service, keys.map(readPublicKey)]),
    );
  }

  /** Throws `MalformedEvent` or {@link ForgedEvent}. */
  read({ content, properties }: Pick<Message, 'content' | 'properties'>): EventEnvelope {
    const event = parseEvent(content);
    const fail = (forgery: Forgery) => new ForgedEvent(forgery, event);
    if (!ownsEvent(event.source, event.type)) throw fail('wrong_source');
    const signature: unknown = properties.headers?.[SIGNATURE_HEADER];
    if (signature === undefined && this.unsigned === 'accept') return event;
    if (typeof signature !== 'string') throw fail('unsigned');
    const keys = this.keys.get(event.source);
    if (!keys) throw fail('unknown_source');
    if (!isSignedBy(keys, content, signature)) throw fail('wrong_signature');
    return event;
  }
}

/** Returns the verified event, or the reason for its permanent rejection. */
export function readEvent(
  verifier: EventVerifier,
  message: Pick<Message, 'content' | 'properties'>,
): { event: EventEnvelope } | { error: MalformedEvent | ForgedEvent } {
  try {
    return { event: verifier.read(message) };
  } catch (error) {
    if (error instanceof MalformedEvent || error instanceof ForgedEvent) return { error };
    throw error;
  }
}
