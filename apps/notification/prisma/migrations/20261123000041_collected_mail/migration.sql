-- A mail can collect documents until it is due. `collecting` becomes `pending` then, or `cancelled` if the user wants no mails.
ALTER TABLE "mail_deliveries"
  ADD COLUMN "documents" integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT "mail_deliveries_state_known",
  DROP CONSTRAINT "mail_deliveries_settled_has_time",
  ADD CONSTRAINT "mail_deliveries_state_known"
    CHECK ("state" IN ('collecting', 'pending', 'sent', 'split', 'no_recipient', 'cancelled', 'failed')),
  ADD CONSTRAINT "mail_deliveries_settled_has_time"
    CHECK (("state" IN ('collecting', 'pending')) = ("settled_at" IS NULL)),
  ADD CONSTRAINT "mail_deliveries_documents_positive" CHECK ("documents" > 0);
-- Each user has one open collection at most.
CREATE UNIQUE INDEX "mail_deliveries_collecting_key" ON "mail_deliveries" ("user_id") WHERE "state" = 'collecting';

CREATE TABLE "document_readers" (
  "user_id" uuid NOT NULL,
  "choice" text,
  "choice_version" integer NOT NULL DEFAULT 0,
  "disabled" boolean NOT NULL DEFAULT false,
  "disabled_version" integer NOT NULL DEFAULT 0,
  "quiet_until" timestamptz(3),
  CONSTRAINT "document_readers_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "document_readers_choice_known" CHECK ("choice" IN ('at-once', 'collected', 'daily', 'none'))
);

CREATE TABLE "announced_documents" (
  "document_id" uuid NOT NULL,
  "announced_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "announced_documents_pkey" PRIMARY KEY ("document_id")
);
CREATE INDEX "announced_documents_announced_at_idx" ON "announced_documents" ("announced_at");
