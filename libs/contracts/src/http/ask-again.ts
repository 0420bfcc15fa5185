import { z } from 'zod';
import { AGAIN_WORDS_MAX, againReasons } from '../again-reasons.js';
import { optionalText } from '../common.js';
import { keys } from '../error-keys.js';

/**
 * Asks for a document again with a new link. `words` are shown to the patient unchanged. They are required
 * with the reason `own_words` and ignored with any other. `phoneNumber` is needed to text the new link if no
 * number is stored.
 */
export const askAgainBody = z
  .object({
    reason: z.enum(againReasons),
    words: optionalText(AGAIN_WORDS_MAX),
    send: z.boolean(),
    phoneNumber: optionalText(40),
  })
  .refine(({ reason, words }) => reason !== 'own_words' || words !== null, {
    error: keys.again_words_required,
    path: ['words'],
  });
export type AskAgainBody = z.infer<typeof askAgainBody>;

/** Whether the document of a link can be asked for again, and with which texts. */
export const askAgainAnswer = z.object({
  possible: z.boolean(),
  /** The last three digits of the stored number; absent when none is stored. */
  phoneEnding: z.string().optional(),
  /**
   * The texts in the patient's language; `{link}` stands for the new link. Empty unless asking again is
   * possible.
   */
  texts: z.array(z.object({ reason: z.enum(againReasons), text: z.string() })),
});
export type AskAgain = z.infer<typeof askAgainAnswer>;
