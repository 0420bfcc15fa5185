-- The team that works on a link besides its owner (docs/adr/0053). Null for all links of earlier versions.
ALTER TABLE "tokens" ADD COLUMN "team_id" uuid;
ALTER TABLE "sending_jobs" ADD COLUMN "team_id" uuid;

-- The lists of teams, and what needs attention in them, as for owners. Each index is empty at first; building it reads
-- the table once.
CREATE INDEX "tokens_team_id_created_at_idx" ON "tokens" ("team_id", "created_at" DESC, "id" DESC)
  WHERE "team_id" IS NOT NULL;
CREATE INDEX "tokens_team_id_expires_at_idx" ON "tokens" ("team_id", "expires_at", "id")
  WHERE "team_id" IS NOT NULL;
CREATE INDEX "tokens_team_id_status_idx" ON "tokens" ("team_id", "status", "confirmed_at", "expires_at")
  WHERE "team_id" IS NOT NULL;
CREATE INDEX "tokens_team_attention_document_idx" ON "tokens" ("team_id")
  WHERE "team_id" IS NOT NULL AND "document_state" IN ('rejected', 'lost') AND "replaced_by" IS NULL;
CREATE INDEX "tokens_team_attention_reported_idx" ON "tokens" ("team_id", "expires_at")
  WHERE "team_id" IS NOT NULL AND "status" IN ('active', 'expired') AND "replaced_by" IS NULL
    AND ("sms_status" = 'failed' OR "renewal_asked_at" IS NOT NULL OR "problem_at" IS NOT NULL OR "check_tries" >= 30);
CREATE INDEX "tokens_team_attention_email_idx" ON "tokens" ("team_id", "expires_at")
  WHERE "team_id" IS NOT NULL AND "status" IN ('active', 'expired') AND "replaced_by" IS NULL
    AND "email_status" = 'failed';
CREATE INDEX "tokens_team_attention_opened_idx" ON "tokens" ("team_id", "opened_at")
  WHERE "team_id" IS NOT NULL AND "status" = 'active' AND "confirmed_at" IS NULL AND "opened_at" IS NOT NULL;
CREATE INDEX "tokens_team_attention_reminded_idx" ON "tokens" ("team_id", "expires_at")
  WHERE "team_id" IS NOT NULL AND "status" IN ('active', 'expired') AND "replaced_by" IS NULL AND "reminder_count" > 0
    AND "reminders_stopped" IS NULL;

-- The links of a disabled user that a colleague or a team takes over, moved in batches. Deleted 14 days after the last one.
CREATE TABLE "link_hand_overs" (
  "event_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "to_user_id" uuid,
  "to_team_id" uuid,
  "asked_at" timestamptz(3) NOT NULL,
  -- The last link that was considered; newer ones come first.
  "reached_at" timestamptz(3) NOT NULL,
  "reached_id" uuid NOT NULL,
  "moved" integer NOT NULL DEFAULT 0,
  "ended_at" timestamptz(3),
  CONSTRAINT "link_hand_overs_pkey" PRIMARY KEY ("event_id")
);
CREATE INDEX "link_hand_overs_ended_at_idx" ON "link_hand_overs" ("ended_at");
