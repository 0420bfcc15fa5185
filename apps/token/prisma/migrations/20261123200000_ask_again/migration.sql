-- Why the clinic asks again for a document that it has received: on the link that asks.
ALTER TABLE "tokens"
  ADD COLUMN "again_reason" text,
  -- The clinician's own words to the patient.
  ADD COLUMN "again_words" text;

-- The words that a scheduled job removes.
CREATE INDEX "tokens_again_words_idx" ON "tokens" ("expires_at") WHERE "again_words" IS NOT NULL;
