/**
 * Why a link or document needs a person's attention, the most urgent reason first. A link is listed under the first
 * reason that applies. `unusable`: the document that arrived was infected, or was lost in a restore. `opened`: the
 * patient opened the link at least a day ago and has sent no document since. `ending`: the link expires within seven
 * days.
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
