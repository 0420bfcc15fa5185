-- The steps of a link for the statistics (docs/adr/0047). Links of earlier versions have what was recorded then.
ALTER TABLE "tokens"
  ADD COLUMN "first_opened_at" timestamptz(3),
  ADD COLUMN "first_started_at" timestamptz(3),
  ADD COLUMN "reviewed_at" timestamptz(3),
  ADD COLUMN "review_version" integer NOT NULL DEFAULT 0;

ALTER TABLE "sms_sends" ADD COLUMN "delivered_at" timestamptz(3);

-- Counts of the whole clinic by the day on which links were made, so that long periods are read quickly. Recounted by a job.
CREATE TABLE "statistics_days" (
  "day" date NOT NULL,
  -- channel, language, reminders or clinician: groups; waits; failures. A page reads three of them.
  "part" text NOT NULL,
  -- In which the day was counted.
  "time_zone" text NOT NULL,
  "counted_at" timestamptz(3) NOT NULL,
  "counts" json NOT NULL,
  CONSTRAINT "statistics_days_pkey" PRIMARY KEY ("day", "part")
);

-- The texts of links and their failures in a period. Creating them takes seconds at a million texts and blocks writes.
CREATE INDEX "sms_sends_statistics_idx" ON "sms_sends" ("created_at")
  INCLUDE ("token_id", "status", "reminder", "delivered_at") WHERE "accepted" AND "thanks" IS NULL;
CREATE INDEX "sms_sends_failed_idx" ON "sms_sends" ("created_at") INCLUDE ("token_id", "error_code")
  WHERE "status" = 'failed' AND "thanks" IS NULL;
