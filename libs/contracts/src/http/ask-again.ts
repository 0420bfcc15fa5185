import { z } from 'zod';
import { AGAIN_WORDS_MAX, againReasons } from '../again-reasons.js';
import { optionalText } from '../common.js';
import { keys } from '../error-keys.js';
import { optionalEmail, sendChannels } from './tokens.js';

/**
 * Asks for a document again with a new link. `words` are shown to the patient as they are, and are required with the
 * reason `own_words`; with another reason they are ignored. `send`: whether to text and email the new link, to
 * `phoneNumber` and `email` or else to the stored number and address; at least one of these is needed.
 */
export const askAgainBody = z
  .object({
    reason: z.enum(againReasons),
    words: optionalText(AGAIN_WORDS_MAX),
    send: z.boolean(),
    phoneNumber: optionalText(40),
    email: optionalEmail,
    /** Same as in `reissueTokenBody`. */
    reminders: z.boolean({ error: keys.reminders_invalid }).optional(),
  })
  .refine(({ reason, words }) => reason !== 'own_words' || words !== null, {
    error: keys.again_words_required,
    path: ['words'],
  });
export type AskAgainBody = z.infer<typeof askAgainBody>;

/** Whether the document of a link can be asked for again, and with which texts. */
export const askAgainResponse = z.object({
  possible: z.boolean(),
  /** The last three digits of the number that the new link can be texted to; absent when there is none. */
  phoneEnding: z.string().optional(),
  /** How the old link was sent, or `sms` if it was not. Only if asking is possible; absent in earlier versions. */
  channels: z.array(z.enum(sendChannels)).optional(),
  /** The address that the new link can be emailed to, shortened; absent when there is none. */
  emailHint: z.string().optional(),
  /** The texts in the patient's language; `{link}` stands for the new link. Empty unless asking is possible. */
  texts: z.array(z.object({ reason: z.enum(againReasons), text: z.string() })),
});
export type AskAgain = z.infer<typeof askAgainResponse>;
