-- The last email with a link, beside its last text.
ALTER TABLE "tokens"
  ADD COLUMN "email_status" text,
  -- The mail server's reply code.
  ADD COLUMN "email_error_code" text,
  ADD COLUMN "email_address" text,
  ADD COLUMN "email_delivery_id" uuid;

-- Every email with a link (docs/adr/0051).
CREATE TABLE "link_emails" (
  "delivery_id" uuid NOT NULL,
  "token_id" uuid NOT NULL,
  "sender_id" uuid NOT NULL,
  -- Null once the address is no longer needed.
  "address" text,
  -- A keyed hash of the address, kept for a day.
  "address_mark" bytea,
  "status" text NOT NULL DEFAULT 'queued',
  "error_code" text,
  "status_version" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "link_emails_pkey" PRIMARY KEY ("delivery_id"),
  CONSTRAINT "link_emails_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "link_emails_token_id_idx" ON "link_emails" ("token_id");
-- The limits of a day.
CREATE INDEX "link_emails_sender_id_created_at_idx" ON "link_emails" ("sender_id", "created_at");
CREATE INDEX "link_emails_marked_idx" ON "link_emails" ("created_at") WHERE "address_mark" IS NOT NULL;
-- The addresses of links that have ended, which are removed.
CREATE INDEX "link_emails_addressed_idx" ON "link_emails" ("token_id") WHERE "address" IS NOT NULL;
CREATE INDEX "tokens_email_address_idx" ON "tokens" ("status") WHERE "email_address" IS NOT NULL;
-- The links that may need attention because of it.
CREATE INDEX "tokens_attention_email_idx" ON "tokens" ("owner_id", "expires_at")
  WHERE "status" IN ('active', 'expired') AND "replaced_by" IS NULL AND "email_status" = 'failed';
