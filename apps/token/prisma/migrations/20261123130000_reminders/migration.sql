-- Reminders of a link that was texted. Without "reminders_from", as for every link of version 0.1, there is no plan.
ALTER TABLE "tokens"
  ADD COLUMN "reminders_from" timestamptz(3),
  ADD COLUMN "reminder_count" integer NOT NULL DEFAULT 0,
  ADD COLUMN "next_reminder_at" timestamptz(3),
  ADD COLUMN "last_reminder_at" timestamptz(3),
  ADD COLUMN "reminders_paused_at" timestamptz(3),
  ADD COLUMN "reminders_stopped" text;

ALTER TABLE "sms_sends"
  ADD COLUMN "wants_reminders" boolean NOT NULL DEFAULT false,
  -- 1, 2 or 3 for a reminder, null for a text that a clinician sent.
  ADD COLUMN "reminder" integer,
  -- A keyed hash of a reminder's number, kept for a day.
  ADD COLUMN "number_mark" bytea,
  ADD COLUMN "send_at" timestamptz(3);

-- The due reminders, and those that were claimed and not yet handed over.
CREATE INDEX "tokens_next_reminder_at_idx" ON "tokens" ("next_reminder_at")
  WHERE "next_reminder_at" IS NOT NULL AND "status" = 'active' AND "confirmed_at" IS NULL AND "reminders_paused_at" IS NULL;
CREATE INDEX "sms_sends_send_at_idx" ON "sms_sends" ("send_at") WHERE "send_at" IS NOT NULL;
CREATE INDEX "sms_sends_number_mark_idx" ON "sms_sends" ("number_mark") WHERE "number_mark" IS NOT NULL;
