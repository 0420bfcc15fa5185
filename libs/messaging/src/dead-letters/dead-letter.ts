import type { GetMessage } from 'amqplib';
import { parseEnvelope } from '@caredrop/contracts/events';
import { headerNames, messageIdOf, triesOf } from '../consumer/headers.js';

export interface DeadLetter {
  /** Null if the body is malformed and the message has no id either: Caredrop did not publish it. */
  eventId: string | null;
  /** Null when the envelope is malformed. */
  type: string | null;
  aggregateId: string | null;
  /** Failed attempts; 0 when malformed or forged. */
  tries: number;
  reason: string;
  /** ISO time; null when the broker itself dead-lettered it after too many deliveries. */
  deadLetteredAt: string | null;
}

export function readDeadLetter(message: GetMessage): DeadLetter {
  const headers = message.properties.headers ?? {};
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const event = readEnvelope(message);
  return {
    eventId: event?.id ?? messageIdOf(message) ?? null,
    type: event?.type ?? null,
    aggregateId: event?.aggregateId ?? null,
    tries: triesOf(message),
    reason: text(headerNames.deadLetteredAt)
      ? (text(headerNames.reason) ?? 'unknown')
      : brokersReason(headers),
    deadLetteredAt: text(headerNames.deadLetteredAt) ?? null,
  };
}

function readEnvelope(message: GetMessage) {
  try {
    return parseEnvelope(message.content);
  } catch {
    return undefined; // The reason already states that it is malformed.
  }
}

function brokersReason(headers: Record<string, unknown>): string {
  const reason = headers['x-first-death-reason'];
  return `dead-lettered by the broker (${typeof reason === 'string' ? reason : 'unknown'})`;
}
