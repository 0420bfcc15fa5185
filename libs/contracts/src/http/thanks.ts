import { z } from 'zod';
import { timestamp } from '../common.js';
import { smsStatuses } from './tokens.js';

/** The sentences of `thanks.…` in the patients' catalogue. */
export const thanksSentences = ['seen', 'done', 'contact', 'call'] as const;
export type ThanksSentence = (typeof thanksSentences)[number];

export const sendThanksBody = z.object({ sentence: z.enum(thanksSentences) });

/** Whether the patient can be thanked for the document, and with which texts. */
export const thanksAnswer = z.object({
  /**
   * `off`: not turned on in this installation. `impossible`: no document can be opened, or no number is kept.
   */
  state: z.enum(['off', 'possible', 'sent', 'impossible']),
  /** Null until they were sent. */
  sentAt: timestamp.nullable(),
  /** The one that was sent, or that may have been sent by a try without a confirmed outcome. */
  sentence: z.enum(thanksSentences).nullable(),
  /** Status of the text; null while it is unknown. */
  status: z.enum(smsStatuses).nullable(),
  /** The last three digits of the number; absent when no number is kept. */
  phoneEnding: z.string().optional(),
  /** The texts as they are sent, in the patient's language; empty unless thanks are possible. */
  texts: z.array(z.object({ sentence: z.enum(thanksSentences), text: z.string() })),
});
export type Thanks = z.infer<typeof thanksAnswer>;
