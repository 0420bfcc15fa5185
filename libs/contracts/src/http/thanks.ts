import { z } from 'zod';
import { timestamp } from '../common.js';
import { smsStatuses } from './tokens.js';

/** The keys of the `thanks.…` sentences in the catalogue for patients. */
export const thanksSentences = ['seen', 'done', 'contact', 'call'] as const;
export type ThanksSentence = (typeof thanksSentences)[number];

export const sendThanksBody = z.object({ sentence: z.enum(thanksSentences) });

/** Whether the patient can be thanked for the document, and with which texts. */
export const thanksResponse = z.object({
  /**
   * `off`: not turned on in this installation. `impossible`: no document can be opened, or there is no number to
   * text.
   */
  state: z.enum(['off', 'possible', 'sent', 'impossible']),
  /** Null until thanks were sent. */
  sentAt: timestamp.nullable(),
  /** The sentence that was sent, or that may have been sent by an attempt whose outcome is unknown. */
  sentence: z.enum(thanksSentences).nullable(),
  /** Status of the text; null while it is unknown. */
  status: z.enum(smsStatuses).nullable(),
  /** The last three digits of the number; absent unless thanks are possible. */
  phoneEnding: z.string().optional(),
  /** The texts as they are sent, in the patient's language; empty unless thanks are possible. */
  texts: z.array(z.object({ sentence: z.enum(thanksSentences), text: z.string() })),
});
export type Thanks = z.infer<typeof thanksResponse>;
