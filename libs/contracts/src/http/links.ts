import { z } from 'zod';
import { againReasons } from '../again-reasons.js';
import { timestamp } from '../common.js';
import { linkCheckSchema } from './patient-check.js';
import { itemOfLink, patientWords } from './requests.js';

/** A patient's request for a new link. Any text is accepted, so that the response reveals nothing about it. */
export const askRenewalBody = z.object({ token: z.string() });

/** The same response for every request. */
export const askRenewalResponse = z.object({ received: z.literal(true) });

/** A patient's choice of a language. Any texts are accepted, so that the response reveals nothing about the link. */
export const chooseLanguageBody = z.object({ token: z.string(), language: z.string() });

/** The same response for every request. */
export const chooseLanguageResponse = z.object({ received: z.literal(true) });

/**
 * Reports that a person has opened the link, sent at the first touch, click or key press on its page. Any text is
 * accepted, so that the response reveals nothing about the link.
 */
export const openedLinkBody = z.object({ token: z.string() });

/** The same response for every link. */
export const openedLinkResponse = z.object({ received: z.literal(true) });

/**
 * All that validation reveals about a link that can be used. `language` is null unless one that the clinic offers
 * was chosen; `check` is absent for a link without a patient check.
 */
export const validateResponse = z.object({
  patientRefId: z.string(),
  expiresAt: timestamp,
  language: z.string().nullable(),
  check: linkCheckSchema.optional(),
  /** Why the clinic asks for the document again; absent for a first request, and before a check is passed. */
  askedAgain: z.object({ reason: z.enum(againReasons), words: z.string().nullable() }).optional(),
  /**
   * What the clinic asks for, in each language in which it has written instructions, its default language
   * first. Absent for a link that was made without a template, and before a check is passed.
   */
  instructions: patientWords.optional(),
  /** Absent for a request for one document, and before a check is passed. */
  request: itemOfLink.optional(),
});
export type ValidateResponse = z.infer<typeof validateResponse>;

/** `data` of the 410 for a used link: enough for a receipt. */
export interface UsedLinkReceipt {
  /** ISO 8601. */
  receivedAt: string;
  patientRefId: string;
  /** Only if the clinic has replaced the link: when, whether the new link was texted or emailed, and when. */
  replacedAt?: string;
  replacementSent?: boolean;
  replacementSentAt?: string | null;
  /** Set if the link belongs to a request for several documents: POST /links/request returns what is left to send. */
  ofRequest?: true;
}

/** `data` of the 410 for an expired or revoked link: what its holder can do now. */
export interface EndedLinkState {
  /** Whether a request for a new link would reach the clinic. */
  canAsk: boolean;
  /** When a new link was requested, ISO 8601; null when no request is waiting. */
  askedAt: string | null;
  /**
   * When the clinic made a new link, ISO 8601; null if it has not. The new link itself is never shown here.
   */
  replacedAt: string | null;
  /** Whether the new link was texted or emailed; a text or email that failed does not count. */
  replacementSent: boolean;
  /** When it was first texted or emailed, ISO 8601; null if it was not. */
  replacementSentAt: string | null;
  /**
   * Set if the patient skipped this document of a request for several; see {@link UsedLinkReceipt.ofRequest}.
   */
  ofRequest?: true;
}
