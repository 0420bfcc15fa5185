import { thanksSentences, type ErrorCode, type ThanksSentence } from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Token } from '../generated/prisma/client.js';
import { languageOfTexts } from '../offered-languages/offered.js';
import { daysFrom } from '../tokens/token.js';

/** How many days after the document's arrival the link's number is kept for thanks. */
export const THANKS_DAYS = 14;

type Thankable = Pick<
  Token,
  'thankedAt' | 'documentState' | 'receivedAt' | 'hasSms' | 'smsStatus' | 'smsPhoneNumber'
>;

/** Why the link's patient cannot be thanked; null when the link itself allows it. */
export function thanksRejection(token: Thankable, now: Date): ErrorCode | null {
  if (token.thankedAt) return 'thanks_sent';
  if (token.documentState !== 'present' || !token.receivedAt) return 'thanks_no_document';
  return thanksNumber(token, now) === null ? 'thanks_no_number' : null;
}

/**
 * The number at which the patient received the link, as long as it is stored. A text that failed may have had a
 * wrong number.
 */
export function thanksNumber(token: Thankable, now: Date): string | null {
  const { hasSms, smsStatus, smsPhoneNumber, receivedAt } = token;
  const isKept = receivedAt !== null && daysFrom(receivedAt, THANKS_DAYS) > now;
  return hasSms && smsStatus !== 'failed' && isKept ? smsPhoneNumber : null;
}

/** The stored sentence; null for one that this version does not know. */
export const sentenceOf = (stored: string | null): ThanksSentence | null =>
  thanksSentences.find((known) => known === stored) ?? null;

/** The text of a sentence in the language of the link's other texts. */
export const thanksText = (
  { language }: Pick<Token, 'language'>,
  sentence: ThanksSentence,
  offered: readonly Language[],
): string => patientCopy(languageOfTexts(language, offered).id).thanks[sentence]();
