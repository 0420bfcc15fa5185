import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { Message } from 'amqplib';
import {
  isEventType,
  MalformedEvent,
  ownsEvent,
  parseEnvelope,
  parseEvent,
  recordsOwnAction,
  UnknownEvent,
  type EventEnvelope,
  type UncheckedEnvelope,
} from '@caredrop/contracts/events';
import { isSignedBy, readPublicKey, SIGNATURE_HEADER } from './signature.js';

/** Public keys by service; several while a key is being rotated. */
export type ServiceKeys = Readonly<Record<string, readonly JsonWebKey[]>>;

/** `accept`: unsigned events pass, for use while the previous version still publishes. */
export type UnsignedEvents = 'refuse' | 'accept';

/** Why an event was rejected; a metric's label. */
export type Forgery = 'unsigned' | 'unknown_source' | 'wrong_signature' | 'wrong_source' | 'wrong_action';

/** An event that its source did not sign, or may not publish. The message names only services and types. */
export class ForgedEvent extends Error {
  constructor(
    readonly forgery: Forgery,
    /** What its envelope claims. */
    readonly event: Pick<UncheckedEnvelope, 'type' | 'source'>,
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
  wrong_action: 'its source does not perform this action',
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

  /** Throws `MalformedEvent`, {@link ForgedEvent} or, for an event that its source has published, `UnknownEvent`. */
  read(message: Pick<Message, 'content' | 'properties'>): EventEnvelope {
    const envelope = parseEnvelope(message.content);
    const forgery = this.forgeryOf(envelope, message);
    if (forgery) throw new ForgedEvent(forgery, envelope);
    const event = parseEvent(envelope);
    if (!recordsOwnAction(event.source, event.type, event.data))
      throw new ForgedEvent('wrong_action', envelope);
    return event;
  }

  private forgeryOf(
    { source, type }: UncheckedEnvelope,
    { content, properties }: Pick<Message, 'content' | 'properties'>,
  ): Forgery | null {
    if (isEventType(type) && !ownsEvent(source, type)) return 'wrong_source';
    const signature: unknown = properties.headers?.[SIGNATURE_HEADER];
    if (signature === undefined && this.unsigned === 'accept') return null;
    if (typeof signature !== 'string') return 'unsigned';
    const keys = this.keys.get(source);
    if (!keys) return 'unknown_source';
    return isSignedBy(keys, content, signature) ? null : 'wrong_signature';
  }
}

/** Returns the verified event, or why this version cannot handle it. */
export function readEvent(
  verifier: EventVerifier,
  message: Pick<Message, 'content' | 'properties'>,
): { event: EventEnvelope } | { error: MalformedEvent | ForgedEvent | UnknownEvent } {
  try {
    return { event: verifier.read(message) };
  } catch (error) {
    if (error instanceof MalformedEvent || error instanceof ForgedEvent || error instanceof UnknownEvent)
      return { error };
    throw error;
  }
}
