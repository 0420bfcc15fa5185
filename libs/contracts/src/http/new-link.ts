import { z } from 'zod';
import { keys } from '../error-keys.js';
import { newPatientCheck } from './check-link.js';
import { newItems } from './requests.js';
import { createTokenBody, optionalEmail, reissueResponse, sendAt } from './tokens.js';

/** The body of POST /tokens, in a separate module that the workspace does not load. */
export const newLinkBody = createTokenBody.extend({
  /** Refused with 409 if the patient check is turned off. */
  patient_check: newPatientCheck.optional(),
  /** The link is texted to this number. If it is empty or absent, the link is not texted. */
  phoneNumber: z
    .string({ error: keys.phone_invalid })
    .trim()
    .max(40, keys.phone_invalid)
    .nullish()
    .transform((number) => number || null),
  /** The link is emailed to this address. If it is empty or absent, the link is not emailed. */
  email: optionalEmail,
  /** The request template whose words the patient reads. Refused with 400 if it is unknown or archived. */
  templateId: z.uuid({ error: keys.template_unknown }).nullish(),
  /** The version that the caller has read. Refused with 409 if there is a newer one; absent means the current one. */
  templateVersion: z.number().int().min(1).optional(),
  /**
   * For a request for several documents: the link asks for the first, and each further document gets its own
   * link when the one before it has been sent or skipped. If absent, the template's items apply, or the request
   * is for one document.
   */
  items: newItems.optional(),
  /** One of the caller's teams, which will also work on the link. Any other team is refused with 403. */
  teamId: z.uuid({ error: keys.field_invalid }).nullish(),
  /**
   * Whether the patient is reminded at the times that `GET /tokens/defaults` returns, by text or else by email. Absent
   * means no.
   */
  reminders: z.boolean({ error: keys.reminders_invalid }).optional(),
  /**
   * Texts and emails the link at this time instead of at once; has no effect without a number or an address.
   */
  sendAt,
});
export type NewLinkBody = z.input<typeof newLinkBody>;

/** `sms` is absent unless the link is texted at once. */
export const newLinkResponse = reissueResponse.partial({ sms: true });
export type NewLinkResponse = z.infer<typeof newLinkResponse>;

/** A page to print for the patient: sentences in the patient's language, around the link and its QR code. */
export const sheetResponse = z.object({
  /** BCP 47. */
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  title: z.string(),
  reference: z.string(),
  scan: z.string(),
  send: z.string(),
  /** The text before the link. */
  type: z.string(),
  until: z.string(),
  /** Null when the clinic has not configured a telephone number. */
  help: z.string().nullable(),
});
export type Sheet = z.infer<typeof sheetResponse>;
