import type { Message } from 'amqplib';
import { SIGNATURE_HEADER } from '../signing/signature.js';

/** Headers that we set on messages in delay and dead-letter queues. */
export const headerNames = {
  /** Failed attempts so far. */
  tries: 'x-caredrop-tries',
  /** Why it was dead-lettered, or why the last attempt failed. */
  reason: 'x-caredrop-reason',
  deadLetteredAt: 'x-caredrop-parked-at',
} as const;

/** Number of failed attempts so far. */
export function triesOf({ properties }: Pick<Message, 'properties'>): number {
  const tries: unknown = properties.headers?.[headerNames.tries];
  return typeof tries === 'number' && Number.isInteger(tries) && tries > 0 ? tries : 0;
}

export function messageIdOf({ properties }: Pick<Message, 'properties'>): string | undefined {
  return typeof properties.messageId === 'string' ? properties.messageId : undefined;
}

/**
 * The original signature, to copy when a message is moved to another queue. It stays valid only if the body is copied
 * unchanged.
 */
export function signatureOf({ properties }: Pick<Message, 'properties'>): Record<string, unknown> {
  const signature: unknown = properties.headers?.[SIGNATURE_HEADER];
  return signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
}
