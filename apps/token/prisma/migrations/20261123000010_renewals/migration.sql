-- A patient's request for a new link, and the link that replaced this one.
ALTER TABLE "tokens"
  ADD COLUMN "renewal_asked_at" timestamptz(3),
  ADD COLUMN "renewal_asks" integer NOT NULL DEFAULT 0,
  -- The request waits to be answered by automatic renewal.
  ADD COLUMN "auto_renewal_due" boolean NOT NULL DEFAULT false,
  -- Made by automatic renewal, which renews a request once only.
  ADD COLUMN "auto_renewed" boolean NOT NULL DEFAULT false,
  ADD COLUMN "replaced_by" uuid,
  ADD COLUMN "replaced_at" timestamptz(3),
  -- SHA-256 of the Idempotency-Key of the call that replaced it.
  ADD COLUMN "replaced_key" text;

-- Looked up in every round of the scheduled jobs.
CREATE INDEX "tokens_auto_renewal_due_idx" ON "tokens" ("expires_at" DESC) WHERE "auto_renewal_due";
