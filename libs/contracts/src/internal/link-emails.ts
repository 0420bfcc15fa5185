import { z } from 'zod';

/**
 * POST /internal/link-emails/describe (token; caller notification): the content of an email that is about to
 * be sent.
 */
export const describeLinkEmail = z.object({ deliveryId: z.uuid(), tokenId: z.uuid() });
export type DescribeLinkEmail = z.infer<typeof describeLinkEmail>;

/**
 * `ended`: nothing may be sent, because the link can no longer be used, its address is no longer stored, the reminder
 * was stopped, or the token service does not know the email after a restore.
 */
export const describeLinkEmailResponse = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** The patient's address. */
    to: z.string(),
    /** BCP 47. */
    language: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    subject: z.string(),
    /** Sentences before and after the link, in the patient's language. */
    before: z.array(z.string()),
    link: z.string(),
    after: z.array(z.string()),
    /** The clinic's name, used as the signature. */
    clinic: z.string(),
    footer: z.string(),
  }),
  z.object({ outcome: z.literal('ended') }),
]);
export type DescribeLinkEmailResponse = z.infer<typeof describeLinkEmailResponse>;
