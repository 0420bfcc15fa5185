import { attentionReasons, limits, type AttentionReason } from '@caredrop/contracts';
import { Prisma } from '../generated/prisma/client.js';
import { daysFrom } from '../tokens/token.js';

const { join, raw, sql } = Prisma;

/** The urgency of a reason, 1 for the most urgent. */
const rankOf = (reason: AttentionReason): number => attentionReasons.indexOf(reason) + 1;

const rank = (reason: AttentionReason) => raw(String(rankOf(reason)));

/** The times against which a link's state is judged. */
interface Times {
  now: Date;
  /** Links opened before this time have had `limits.openedHours` to receive a document. */
  openedBefore: Date;
  endsBefore: Date;
  remindedBefore: Date;
  /**
   * Patients can no longer request a new link for links that expired before this time, and their contact details are no
   * longer kept.
   */
  renewableSince: Date;
}

export const timesAt = (now: Date): Times => ({
  now,
  openedBefore: daysFrom(now, -limits.openedHours / 24),
  endsBefore: daysFrom(now, limits.expiringSoonDays),
  remindedBefore: daysFrom(now, -1),
  renewableSince: daysFrom(now, -limits.renewalDays),
});

const unusable = sql`document_state IN ('rejected', 'lost') AND unusable_closed_at IS NULL`;
const unanswered = sql`status IN ('active', 'expired') AND replaced_by IS NULL`;
const skippedWithReport = sql`skipped_at IS NOT NULL AND problem_at IS NOT NULL`;
const active = sql`status = 'active' AND confirmed_at IS NULL`;
const reminded = sql`reminder_count > 0 AND reminders_stopped IS NULL AND last_reminder_at IS NOT NULL`;

/**
 * The links that may need attention. The branches repeat the predicates of the partial indexes, with literals, because
 * Postgres does not use a partial index if the value is a parameter; 30 is `checkLimits.triesMax`, as in the index.
 */
export const candidates = ({ openedBefore, endsBefore, remindedBefore, renewableSince }: Times): Prisma.Sql =>
  join(
    [
      sql`${unusable} AND replaced_by IS NULL`,
      sql`${unanswered} AND sms_status = 'failed' AND expires_at > ${renewableSince}::timestamptz`,
      sql`${unanswered} AND email_status = 'failed' AND expires_at > ${renewableSince}::timestamptz`,
      sql`${unanswered} AND renewal_asked_at IS NOT NULL`,
      sql`${unanswered} AND problem_at IS NOT NULL`,
      skippedWithReport,
      sql`${unanswered} AND check_tries >= 30`,
      sql`${active} AND opened_at IS NOT NULL AND opened_at <= ${openedBefore}::timestamptz`,
      sql`${active} AND expires_at <= ${endsBefore}::timestamptz`,
      sql`${unanswered} AND ${reminded} AND last_reminder_at <= ${remindedBefore}::timestamptz
        AND expires_at > ${renewableSince}::timestamptz`,
    ].map((branch) => sql`(${branch})`),
    ' OR ',
  );

/**
 * The rank of the most urgent reason for which a link needs attention, or null: the one place where this is decided.
 * A patient who asks for a new link has the old one, so a failed text or email no longer matters. Nor does it matter if
 * the link was sent through the other channel; if both failed, `text_failed` comes first. `not_answering` follows
 * `isNotAnswering`.
 */
export const rankAt = ({
  now,
  openedBefore,
  endsBefore,
  remindedBefore,
  renewableSince,
}: Times): Prisma.Sql =>
  sql`CASE
    WHEN replaced_by IS NOT NULL THEN NULL
    WHEN ${unusable} THEN ${rank('unusable')}
    WHEN ${skippedWithReport} THEN ${rank('problem')}
    WHEN status NOT IN ('active', 'expired') OR confirmed_at IS NOT NULL THEN NULL
    WHEN sms_status = 'failed' AND email_status IS DISTINCT FROM 'sent' AND renewal_asked_at IS NULL
      AND expires_at > ${renewableSince}::timestamptz THEN ${rank('text_failed')}
    WHEN email_status = 'failed' AND NOT has_sms AND renewal_asked_at IS NULL
      AND expires_at > ${renewableSince}::timestamptz THEN ${rank('email_failed')}
    WHEN renewal_asked_at IS NOT NULL AND NOT auto_renewal_due THEN ${rank('renewal_asked')}
    WHEN problem_at IS NOT NULL THEN ${rank('problem')}
    WHEN status = 'expired' OR expires_at <= ${now}::timestamptz THEN
      CASE WHEN ${reminded} AND expires_at > ${renewableSince}::timestamptz THEN ${rank('not_answering')} END
    WHEN check_hash IS NOT NULL AND check_tries >= 30 THEN ${rank('problem')}
    WHEN opened_at <= ${openedBefore}::timestamptz THEN ${rank('opened')}
    WHEN expires_at <= ${endsBefore}::timestamptz THEN ${rank('ending')}
    WHEN ${reminded} AND next_reminder_at IS NULL AND last_reminder_at <= ${remindedBefore}::timestamptz
      THEN ${rank('not_answering')}
  END`;

/** 15 minutes before `check_waits_until`; null unless wrong dates have locked the link. */
const lockedAt = sql`CASE WHEN check_hash IS NOT NULL AND check_tries >= 30
  THEN check_waits_until - interval '15 minutes' END`;

/** When the reason of this rank began; for a report and a lock of the same link, the later of the two. */
export const sinceOf = (ranked: Prisma.Sql): Prisma.Sql =>
  sql`CASE ${ranked}
    WHEN ${rank('unusable')} THEN coalesce(received_at, used_at, created_at)
    WHEN ${rank('text_failed')} THEN
      coalesce((SELECT created_at FROM sms_sends WHERE delivery_id = sms_delivery_id), tokens.created_at)
    WHEN ${rank('email_failed')} THEN
      coalesce((SELECT created_at FROM link_emails WHERE delivery_id = email_delivery_id), tokens.created_at)
    WHEN ${rank('renewal_asked')} THEN renewal_asked_at
    WHEN ${rank('problem')} THEN coalesce(greatest(problem_at, ${lockedAt}), created_at)
    WHEN ${rank('opened')} THEN opened_at
    WHEN ${rank('ending')} THEN
      greatest(created_at, expires_at - ${limits.expiringSoonDays}::int * interval '1 day')
    ELSE coalesce(last_reminder_at, created_at)
  END`;

/** The expiry of a link that is listed because it ends soon, by which such links are sorted; null for any other rank. */
export const endOf = (ranked: Prisma.Sql): Prisma.Sql =>
  sql`CASE ${ranked} WHEN ${rank('ending')} THEN expires_at END`;
