import { z } from 'zod';
import { sendingLimits } from '../sending-limits.js';
import { smsStatuses } from '../http/tokens.js';

/**
 * POST /internal/sms (notification; caller token). `body` contains `{link}` in place of the link, if the text has one;
 * the link is filled in at the moment of sending and never stored. Responds once the provider has accepted or rejected
 * the message, or has not responded in time; at once, without calling the provider, if a limit is reached or the
 * number is suppressed. `deliveryId` makes a repeated call idempotent.
 */
export const sendSmsRequest = z.object({
  deliveryId: z.uuid(),
  tokenId: z.uuid(),
  senderId: z.uuid(),
  /** E.164 */
  to: z.string(),
  body: z.string(),
  link: z.string(),
});
export type SendSmsRequest = z.infer<typeof sendSmsRequest>;

export const sendSmsResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), status: z.enum(smsStatuses) }),
  z.object({
    outcome: z.literal('refused'),
    /** The sentence; read by token services of version 0.1. */
    reason: z.string(),
    /** The key of that sentence (`smsReason`): the provider's code, or one of ours. */
    code: z.string().nullish(),
  }),
  z.object({
    outcome: z.literal('limited'),
    limit: z.enum(['clinician', 'number']),
    retryAfterSeconds: z.number().int(),
  }),
]);
export type SendSmsResponse = z.infer<typeof sendSmsResponse>;

/**
 * POST /internal/sms/allowance (notification; caller token): whether texts to these numbers would be refused
 * now.
 */
export const smsAllowanceRequest = z.object({
  senderId: z.uuid(),
  numbers: z.array(z.string()).max(sendingLimits.rowsMax),
});
export type SmsAllowanceRequest = z.infer<typeof smsAllowanceRequest>;

export const smsAllowanceResponse = z.object({
  /** False if no provider is set up, in which case every text would be refused. */
  configured: z.boolean(),
  /** How many texts the sender may still send today, and when the next day's quota begins. */
  left: z.number().int(),
  retryAfterSeconds: z.number().int(),
  /** The numbers that must not be texted. */
  suppressed: z.array(z.string()),
});
export type SmsAllowance = z.infer<typeof smsAllowanceResponse>;
