import { limits, type SendChannel } from '@caredrop/contracts';
import { Prisma } from '../generated/prisma/client.js';
import { LEAST_TIME_LEFT_MS } from '../reminder-plan/reminder-plan.js';

const { sql } = Prisma;

/** A link whose reminder is due, and the reminder's channel and recipient. */
export interface DueReminder {
  id: string;
  ownerId: string;
  teamId: string | null;
  expiresAt: Date;
  remindersFrom: Date;
  reminderCount: number;
  lastReminderAt: Date | null;
  channel: SendChannel;
  /** The phone number or the email address. */
  recipient: string;
}

/** `now` is the database's time when reminders are sent; the metrics use the time of their own process. */
const isNotStopped = (now: Date): Prisma.Sql => sql`
  "next_reminder_at" <= ${now} AND "status" = 'active' AND "confirmed_at" IS NULL
  AND "reminders_paused_at" IS NULL AND "problem_reason" IS DISTINCT FROM 'not_mine' AND "reminder_count" < ${limits.remindersMax}
  AND "expires_at" > ${new Date(now.getTime() + LEAST_TIME_LEFT_MS)}
  AND ("claim_id" IS NULL OR "lease_until" <= ${now})`;

/** A link's reminders use one channel: email only if the link was not texted or its text failed. See `remindedBy`. */
const isReached: Record<SendChannel, Prisma.Sql> = {
  sms: sql`"sms_phone_number" IS NOT NULL AND "sms_status" IN ('delivered', 'sent')`,
  email: sql`"email_address" IS NOT NULL AND "email_status" = 'sent' AND coalesce("sms_status", 'failed') = 'failed'`,
};

const recipients: Record<SendChannel, Prisma.Sql> = {
  sms: sql`"sms_phone_number"`,
  email: sql`"email_address"`,
};

export const isDue = (now: Date): Prisma.Sql =>
  sql`${isNotStopped(now)} AND ((${isReached.sms}) OR (${isReached.email}))`;

/** Whether the reminder is still due, by the same channel and to the same recipient. */
export const isStillDue = ({ channel, recipient }: DueReminder, now: Date): Prisma.Sql =>
  sql`${isNotStopped(now)} AND ${isReached[channel]} AND ${recipients[channel]} = ${recipient}`;

/** The due reminders, the longest overdue first; found through the partial index. */
export const dueReminders = (now: Date, limit: number): Prisma.Sql => sql`
  SELECT "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "expires_at" AS "expiresAt",
    "reminders_from" AS "remindersFrom", "reminder_count" AS "reminderCount", "last_reminder_at" AS "lastReminderAt",
    CASE WHEN ${isReached.sms} THEN 'sms' ELSE 'email' END AS "channel",
    CASE WHEN ${isReached.sms} THEN ${recipients.sms} ELSE ${recipients.email} END AS "recipient"
  FROM "tokens" WHERE ${isDue(now)} AND "reminders_from" IS NOT NULL
  ORDER BY "next_reminder_at" LIMIT ${limit}`;
