-- Trigram index: the patient reference filter finds a part of it anywhere, in any case.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "attempts" (
  "claim_id" uuid NOT NULL,
  "state" text NOT NULL DEFAULT 'open',
  "document_id" uuid,
  "storage_key" text,
  "token_hash" bytea,
  "idempotency_hash" text,
  "opened_at" timestamptz(3) NOT NULL DEFAULT now(),
  "closed_at" timestamptz(3),
  CONSTRAINT "attempts_pkey" PRIMARY KEY ("claim_id"),
  CONSTRAINT "attempts_state_known" CHECK ("state" IN ('open', 'completed', 'abandoned')),
  CONSTRAINT "attempts_closed_has_time" CHECK (("state" = 'open') = ("closed_at" IS NULL))
);
CREATE UNIQUE INDEX "attempts_storage_key_key" ON "attempts" ("storage_key");
CREATE INDEX "attempts_state_opened_at_idx" ON "attempts" ("state", "opened_at");
CREATE INDEX "attempts_state_closed_at_idx" ON "attempts" ("state", "closed_at");

CREATE TABLE "ledger" (
  "token_id" uuid NOT NULL,
  "token_hash" bytea NOT NULL,
  "claim_id" uuid NOT NULL,
  "document_id" uuid NOT NULL,
  "idempotency_hash" text,
  "patient_ref_id" text NOT NULL,
  "file_name" text NOT NULL,
  "file_size" integer NOT NULL,
  "received_sha256" bytea NOT NULL,
  "received_at" timestamptz(3) NOT NULL,
  CONSTRAINT "ledger_pkey" PRIMARY KEY ("token_id")
);
CREATE UNIQUE INDEX "ledger_token_hash_key" ON "ledger" ("token_hash");
CREATE UNIQUE INDEX "ledger_claim_id_key" ON "ledger" ("claim_id");
CREATE UNIQUE INDEX "ledger_document_id_key" ON "ledger" ("document_id");

CREATE TABLE "documents" (
  "id" uuid NOT NULL,
  "token_id" uuid NOT NULL,
  "owner_id" uuid NOT NULL,
  "owner_first_name" text NOT NULL,
  "owner_last_name" text NOT NULL,
  "patient_ref_id" text NOT NULL,
  "link" text NOT NULL,
  "token_created_at" timestamptz(3) NOT NULL,
  "token_expires_at" timestamptz(3) NOT NULL,
  "file_name" text NOT NULL,
  "file_type" text NOT NULL,
  "kind" text NOT NULL,
  "file_size" integer NOT NULL,
  "sha256" bytea NOT NULL,
  "comment" text,
  "state" text NOT NULL,
  "storage_key" text,
  "key_id" text,
  "wrapped_key" bytea,
  "next_scan_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL,
  "version" integer NOT NULL DEFAULT 1,
  CONSTRAINT "documents_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "documents_state_known" CHECK ("state" IN ('checking', 'ready', 'rejected')),
  CONSTRAINT "documents_kind_known" CHECK ("kind" IN ('image', 'pdf', 'other')),
  -- What can be read has its object and its key; what was rejected has neither.
  CONSTRAINT "documents_key_with_object" CHECK (
    ("state" = 'rejected') = ("storage_key" IS NULL)
    AND ("storage_key" IS NULL) = ("wrapped_key" IS NULL)
    AND ("storage_key" IS NULL) = ("key_id" IS NULL)
  )
);
CREATE UNIQUE INDEX "documents_token_id_key" ON "documents" ("token_id");
CREATE UNIQUE INDEX "documents_storage_key_key" ON "documents" ("storage_key");
CREATE INDEX "documents_owner_id_created_at_id_idx" ON "documents" ("owner_id", "created_at" DESC, "id" DESC);
CREATE INDEX "documents_created_at_id_idx" ON "documents" ("created_at" DESC, "id" DESC);
CREATE INDEX "documents_kind_created_at_id_idx" ON "documents" ("kind", "created_at" DESC, "id" DESC);
CREATE INDEX "documents_next_scan_at_idx" ON "documents" ("next_scan_at");
CREATE INDEX "documents_patient_ref_id_idx" ON "documents" USING gin ("patient_ref_id" gin_trgm_ops);

CREATE TABLE "purges" (
  "storage_key" text NOT NULL,
  "next_try_at" timestamptz(3) NOT NULL DEFAULT now(),
  "final_at" timestamptz(3) NOT NULL DEFAULT now(),
  "tries" integer NOT NULL DEFAULT 0,
  CONSTRAINT "purges_pkey" PRIMARY KEY ("storage_key")
);
CREATE INDEX "purges_next_try_at_idx" ON "purges" ("next_try_at");
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
