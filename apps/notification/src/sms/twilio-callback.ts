import twilio from 'twilio';
import { z } from 'zod';
import type { ProviderMessage } from './text-provider.js';

/** The parts of Twilio's status callback that we use; `ErrorCode` is absent or 0 when there is no error. */
const statusParams = z.object({
  MessageSid: z.string().min(1),
  MessageStatus: z.string().min(1),
  ErrorCode: z.string().optional(),
});

/** The message a callback is about; null when it is not about a message's status. */
export function statusOf(params: Record<string, string>): ProviderMessage | null {
  const parsed = statusParams.safeParse(params);
  if (!parsed.success) return null;
  const { MessageSid, MessageStatus, ErrorCode } = parsed.data;
  const errorCode = ErrorCode && ErrorCode !== '0' ? ErrorCode : null;
  return { sid: MessageSid, status: MessageStatus.toLowerCase(), errorCode };
}

/** The delivery id that we put into the callback's URL; null if it is missing or not a UUID. */
export function deliveryIdOf(query: string): string | null {
  const id = z.uuid().safeParse(new URLSearchParams(query).get('delivery'));
  return id.success ? id.data : null;
}

/**
 * Whether Twilio sent this: HMAC-SHA1 with our auth token over the called address, query included, and all
 * parameters; compared in constant time by Twilio's library.
 */
export function isFromTwilio(
  authToken: string,
  callbackUrl: string,
  query: string,
  signature: string | undefined,
  params: Record<string, string>,
): boolean {
  const url = query === '' ? callbackUrl : `${callbackUrl}?${query}`;
  return signature !== undefined && twilio.validateRequest(authToken, signature, url, params);
}
