-- Texts and emails with a link that are to be sent later (docs/adr/0054). A row is deleted when it is sent or cancelled.
CREATE TABLE "scheduled_sends" (
  "token_id" uuid NOT NULL,
  -- sms or email.
  "channel" text NOT NULL,
  -- The clinician who scheduled it, whose daily limit it counts against.
  "sender_id" uuid NOT NULL,
  "recipient" text NOT NULL,
  -- The clinician's own text with a placeholder for the link; null for the default text.
  "message" text,
  "language" text,
  "wants_reminders" boolean NOT NULL DEFAULT false,
  -- As the clinician chose it.
  "chosen_at" timestamptz(3) NOT NULL,
  -- Later than chosen_at when a limit was reached.
  "send_at" timestamptz(3) NOT NULL,
  -- When a process takes it, for the first time or again.
  "next_try_at" timestamptz(3) NOT NULL,
  -- Of the text; set before it is first handed over.
  "delivery_id" uuid,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "scheduled_sends_pkey" PRIMARY KEY ("token_id", "channel"),
  CONSTRAINT "scheduled_sends_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "scheduled_sends_next_try_at_idx" ON "scheduled_sends" ("next_try_at");

-- What lists show of it.
ALTER TABLE "tokens"
  ADD COLUMN "scheduled_sms_at" timestamptz(3),
  ADD COLUMN "scheduled_email_at" timestamptz(3);

-- A file of requests that starts later is in the state scheduled until then; null: it started at once.
ALTER TABLE "sending_jobs" ADD COLUMN "start_at" timestamptz(3);
CREATE INDEX "sending_jobs_scheduled_idx" ON "sending_jobs" ("start_at") WHERE "state" = 'scheduled';
