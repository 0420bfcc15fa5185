CREATE TABLE "tokens" (
  "id" uuid NOT NULL,
  "owner_id" uuid NOT NULL,
  "owner_first_name" text NOT NULL,
  "owner_last_name" text NOT NULL,
  "link_hash" bytea NOT NULL,
  "link_prefix" text NOT NULL,
  "link_key_id" text NOT NULL,
  "link_sealed" bytea NOT NULL,
  "patient_ref_id" text NOT NULL,
  "nickname" text,
  "notes" text,
  "status" text NOT NULL DEFAULT 'active',
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "used_at" timestamptz(3),
  "revoked_at" timestamptz(3),
  "claim_id" uuid,
  "claim_key" text,
  "claim_started_at" timestamptz(3),
  "lease_until" timestamptz(3),
  "confirmed_at" timestamptz(3),
  "document_id" uuid,
  "received_at" timestamptz(3),
  "document_state" text,
  "document_version" integer NOT NULL DEFAULT 0,
  "has_sms" boolean NOT NULL DEFAULT false,
  "sms_status" text,
  "sms_phone_number" text,
  "sms_delivery_id" uuid,
  "version" integer NOT NULL DEFAULT 1,
  CONSTRAINT "tokens_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "tokens_status_known" CHECK ("status" IN ('active', 'used', 'expired', 'revoked')),
  CONSTRAINT "tokens_document_state_known" CHECK ("document_state" IN ('present', 'deleted', 'rejected')),
  -- A confirmation belongs to a claim: without this row the link could be burnt by nobody.
  CONSTRAINT "tokens_confirmation_has_claim" CHECK ("confirmed_at" IS NULL OR "claim_id" IS NOT NULL)
);

CREATE UNIQUE INDEX "tokens_link_hash_key" ON "tokens" ("link_hash");
CREATE UNIQUE INDEX "tokens_claim_id_key" ON "tokens" ("claim_id");
CREATE INDEX "tokens_owner_id_created_at_id_idx" ON "tokens" ("owner_id", "created_at" DESC, "id" DESC);
CREATE INDEX "tokens_created_at_id_idx" ON "tokens" ("created_at" DESC, "id" DESC);
CREATE INDEX "tokens_status_expires_at_idx" ON "tokens" ("status", "expires_at");
CREATE INDEX "tokens_status_confirmed_at_idx" ON "tokens" ("status", "confirmed_at");
CREATE INDEX "tokens_link_prefix_idx" ON "tokens" ("link_prefix");

CREATE TABLE "sms_sends" (
  "delivery_id" uuid NOT NULL,
  "token_id" uuid NOT NULL,
  "phone_number" text NOT NULL,
  "accepted" boolean NOT NULL DEFAULT false,
  "status" text,
  "status_version" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "sms_sends_pkey" PRIMARY KEY ("delivery_id"),
  CONSTRAINT "sms_sends_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sms_sends_token_id_idx" ON "sms_sends" ("token_id");

-- Copied into the first migration of every service that publishes or consumes events.
-- Owned by @caredrop/messaging; services never touch these tables themselves.

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "aggregate_id" UUID NOT NULL,
    "envelope" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "event_id" UUID NOT NULL,
    "handler" TEXT NOT NULL,
    "handled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("event_id", "handler")
);

-- CreateIndex
CREATE INDEX "outbox_sent_at_created_at_idx" ON "outbox"("sent_at", "created_at");

-- CreateIndex
CREATE INDEX "inbox_handled_at_idx" ON "inbox"("handled_at");
