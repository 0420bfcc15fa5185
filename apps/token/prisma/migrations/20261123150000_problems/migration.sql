-- What a patient reported instead of a document, and the thanks for one.
ALTER TABLE "tokens"
  ADD COLUMN "problem_reason" text,
  ADD COLUMN "problem_at" timestamptz(3),
  ADD COLUMN "problem_comment" text,
  -- When the owner was last notified of it.
  ADD COLUMN "problem_notified_at" timestamptz(3),
  ADD COLUMN "thanked_at" timestamptz(3);

ALTER TABLE "sms_sends"
  -- The sentence of a text that thanks a patient; null for every other text.
  ADD COLUMN "thanks" text;

-- The reports that a scheduled job removes.
CREATE INDEX "tokens_problem_at_idx" ON "tokens" ("expires_at") WHERE "problem_at" IS NOT NULL;
