/**
 * Why a link or document needs a person, the most urgent first. A link is listed under the first reason that applies.
 * `unusable`: what arrived was infected, or is lost after a restore. `opened`: by a patient who has not sent anything for a
 * day. `ending`: within seven days.
 */
export const attentionReasons = [
  'unusable',
  'text_failed',
  'email_failed',
  'renewal_asked',
  'problem',
  'new_document',
  'opened',
  'ending',
  'not_answering',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];
