import { z } from 'zod';
import { attentionReasons } from '../attention-reasons.js';
import { emptyAsAbsent, timestamp } from '../common.js';
import { keys } from '../error-keys.js';
import { limits } from '../limits.js';
import { documentSchema } from './documents.js';
import { tokenSchema } from './tokens.js';

const item = {
  reason: z.enum(attentionReasons),
  /**
   * When the reason began, such as when the link was opened, the failed message was written or the document arrived; for
   * `ending`, seven days before the link expires, or when it was made if that was later.
   */
  since: timestamp,
  /** Only in the list of snoozed items. */
  snoozed_until: timestamp.optional(),
};

const attentionTokenSchema = z.object({
  ...item,
  token: tokenSchema,
  /** Only for `unusable`: the document is lost, not infected. */
  lost: z.literal(true).optional(),
  /**
   * Only for `unusable` and `renewal_asked`: the date of birth that the link asked for is no longer kept, so the link
   * cannot be replaced. The item ends when it is marked as done.
   */
  checkGone: z.literal(true).optional(),
  /** Only for `text_failed`: why it failed, and what to do, in plain words. */
  smsReason: z.string().optional(),
  /** Only for `email_failed`: why it failed, and what to do, in plain words. */
  emailReason: z.string().optional(),
  /** The comment of the patient's open report, whatever the reason; absent when there is none. */
  problemComment: z.string().optional(),
  /** Only for `problem` without a report: too many wrong dates of birth have locked the link. */
  checkLocked: z.literal(true).optional(),
});
export type AttentionToken = z.infer<typeof attentionTokenSchema>;

const attentionDocumentSchema = z.object({ ...item, document: documentSchema });
export type AttentionDocument = z.infer<typeof attentionDocumentSchema>;

/** `total` and `snoozed` count up to {@link limits.attentionCountMax}. `checked_at`: when they were counted. */
const counts = { total: z.number().int(), snoozed: z.number().int(), checked_at: timestamp };

/** Sorted by reason, then longest waiting first; links that end soon are sorted by their expiry. */
export const attentionTokensResponse = z.object({ tokens: z.array(attentionTokenSchema), ...counts });
export type AttentionTokensResponse = z.infer<typeof attentionTokensResponse>;
export const attentionDocumentsResponse = z.object({
  documents: z.array(attentionDocumentSchema),
  ...counts,
});
export type AttentionDocumentsResponse = z.infer<typeof attentionDocumentsResponse>;

/** `show=snoozed` lists what the caller has snoozed instead. */
export const attentionQuery = z.object({
  limit: z.preprocess(emptyAsAbsent, z.coerce.number().int().min(1).max(limits.pageMax).default(50)),
  show: z.preprocess(emptyAsAbsent, z.enum(['open', 'snoozed']).default('open')),
  /**
   * The same scopes as for lists; `any` combines all three and contains each item once. Ignored in the list
   * of everyone's items.
   */
  scope: z.preprocess(emptyAsAbsent, z.enum(['mine', 'team', 'covered', 'any']).optional()),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;

const isSoon = (time: string) => {
  const ms = Date.parse(time) - Date.now();
  return ms > 0 && ms <= limits.snoozeDaysMax * 86_400_000;
};

/**
 * `reason` and `since`: as shown to the caller. The item is shown despite the snooze if a more urgent reason applies,
 * or if this one occurs after `since` (after the call, if `since` is absent). `until`: at most
 * {@link limits.snoozeDaysMax} days ahead, or null to end the snooze now.
 */
export const snoozeBody = z.object({
  reason: z.enum(attentionReasons),
  since: timestamp.optional(),
  until: timestamp.refine(isSoon, keys.field_invalid).nullable(),
});
export type SnoozeBody = z.infer<typeof snoozeBody>;
export const snoozeResponse = z.object({ snoozed_until: timestamp.nullable() });
