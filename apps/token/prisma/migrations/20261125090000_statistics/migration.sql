-- The steps of a link for the statistics (docs/adr/0047). Links of earlier versions have what was recorded then.
ALTER TABLE "tokens"
  ADD COLUMN "first_opened_at" timestamptz(3),
  ADD COLUMN "first_started_at" timestamptz(3),
  ADD COLUMN "reviewed_at" timestamptz(3),
  ADD COLUMN "review_version" integer NOT NULL DEFAULT 0;

ALTER TABLE "sms_sends" ADD COLUMN "delivered_at" timestamptz(3);
