-- When the patient first touched the page of the link, since it was last texted by a clinician.
ALTER TABLE "tokens" ADD COLUMN "opened_at" timestamptz(3);

-- The links that may need attention; the query decides with the clock.
CREATE INDEX "tokens_attention_document_idx" ON "tokens" ("owner_id")
  WHERE "document_state" IN ('rejected', 'lost') AND "replaced_by" IS NULL;
CREATE INDEX "tokens_attention_reported_idx" ON "tokens" ("owner_id", "expires_at")
  WHERE "status" IN ('active', 'expired') AND "replaced_by" IS NULL
    AND ("sms_status" = 'failed' OR "renewal_asked_at" IS NOT NULL OR "problem_at" IS NOT NULL OR "check_tries" >= 30);
CREATE INDEX "tokens_attention_opened_idx" ON "tokens" ("owner_id", "opened_at")
  WHERE "status" = 'active' AND "confirmed_at" IS NULL AND "opened_at" IS NOT NULL;
CREATE INDEX "tokens_attention_reminded_idx" ON "tokens" ("owner_id", "expires_at")
  WHERE "status" IN ('active', 'expired') AND "replaced_by" IS NULL AND "reminder_count" > 0
    AND "reminders_stopped" IS NULL;

-- What a person has hidden from their own list of what needs attention.
CREATE TABLE "token_snoozes" (
  "token_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  -- Why it needed attention; a more urgent reason ends the snooze.
  "reason" text NOT NULL,
  "until" timestamptz(3) NOT NULL,
  "snoozed_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "token_snoozes_pkey" PRIMARY KEY ("token_id", "user_id"),
  CONSTRAINT "token_snoozes_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "token_snoozes_user_id_until_idx" ON "token_snoozes" ("user_id", "until");
