import type { ConsumeMessage } from 'amqplib';
import { MalformedEvent, parseEvent, type EventEnvelope } from '@caredrop/contracts/events';

/** The event that a message holds, or what is wrong with it. */
export function readEvent(message: ConsumeMessage): EventEnvelope | { malformed: string } {
  try {
    return parseEvent(message.content);
  } catch (error) {
    if (error instanceof MalformedEvent) return { malformed: error.message };
    throw error;
  }
}
