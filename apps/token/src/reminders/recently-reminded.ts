import type { Config } from '../config.js';
import { addressMarks } from '../email-queue/address-marks.js';
import { Prisma } from '../generated/prisma/client.js';
import { NUMBER_SPACING_MS } from '../reminder-plan/reminder-plan.js';
import type { DueReminder } from './due-reminders.js';
import { numberMarks } from './number-marks.js';

const { join, sql } = Prisma;

/**
 * Whether the number or address had a reminder in the last 24 hours, for any link. A text counts from when it was sent,
 * and while its outcome is unknown; an email counts from when it was queued. A text that was refused does not count,
 * nor does an email that failed or was cancelled; a text that a stop rule ended counts.
 */
export function wasReminded(
  { channel, recipient }: DueReminder,
  keys: Config['LINK_KEYS'],
  now: Date,
): Prisma.Sql {
  const since = new Date(now.getTime() - NUMBER_SPACING_MS);
  if (channel === 'email')
    return sql`
      EXISTS (SELECT 1 FROM "link_emails" e
        WHERE e."address_mark" IN (${join(addressMarks(keys, recipient))}) AND e."reminder" IS NOT NULL
          AND e."status" IN ('queued', 'sent') AND e."created_at" > ${since})`;
  return sql`
    EXISTS (SELECT 1 FROM "sms_sends" s
      WHERE s."number_mark" IN (${join(numberMarks(keys, recipient))}) AND (s."accepted" OR s."status" IS DISTINCT FROM 'failed')
        AND (s."send_at" IS NOT NULL OR s."created_at" > ${since}))`;
}
