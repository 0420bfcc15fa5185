CREATE TABLE "mail_deliveries" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "event_id" uuid NOT NULL,
  "purpose" text NOT NULL,
  "part" integer NOT NULL DEFAULT 0,
  "user_id" uuid NOT NULL,
  "recipient_id" uuid,
  "document_id" uuid,
  "token_id" uuid,
  "state" text NOT NULL DEFAULT 'pending',
  "attempts" integer NOT NULL DEFAULT 0,
  "due_at" timestamptz(3) NOT NULL DEFAULT now(),
  "last_error" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "settled_at" timestamptz(3),
  CONSTRAINT "mail_deliveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "mail_deliveries_state_known" CHECK ("state" IN ('pending', 'sent', 'split', 'no_recipient', 'failed')),
  CONSTRAINT "mail_deliveries_settled_has_time" CHECK (("state" = 'pending') = ("settled_at" IS NULL))
);
-- One mail per event and purpose, however often the event comes.
CREATE UNIQUE INDEX "mail_deliveries_event_id_purpose_part_key" ON "mail_deliveries" ("event_id", "purpose", "part");
CREATE INDEX "mail_deliveries_state_due_at_idx" ON "mail_deliveries" ("state", "due_at");
CREATE INDEX "mail_deliveries_settled_at_idx" ON "mail_deliveries" ("settled_at");

CREATE TABLE "sms_deliveries" (
  "id" uuid NOT NULL,
  "token_id" uuid NOT NULL,
  "sender_id" uuid NOT NULL,
  "phone_number" text NOT NULL,
  "template" text NOT NULL,
  "text_hash" bytea NOT NULL,
  "state" text NOT NULL DEFAULT 'sending',
  "provider_sid" text,
  "provider_status" text,
  "error_code" text,
  "version" integer NOT NULL DEFAULT 0,
  "checks" integer NOT NULL DEFAULT 0,
  "check_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "sms_deliveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sms_deliveries_state_known" CHECK ("state" IN ('sending', 'accepted', 'refused', 'unknown', 'lost'))
);
CREATE UNIQUE INDEX "sms_deliveries_provider_sid_key" ON "sms_deliveries" ("provider_sid");
CREATE INDEX "sms_deliveries_sender_id_created_at_idx" ON "sms_deliveries" ("sender_id", "created_at");
CREATE INDEX "sms_deliveries_phone_number_created_at_idx" ON "sms_deliveries" ("phone_number", "created_at");
CREATE INDEX "sms_deliveries_check_at_idx" ON "sms_deliveries" ("check_at");
CREATE INDEX "sms_deliveries_created_at_idx" ON "sms_deliveries" ("created_at");

CREATE TABLE "sms_suppressions" (
  "phone_number" text NOT NULL,
  "source" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "sms_suppressions_pkey" PRIMARY KEY ("phone_number"),
  CONSTRAINT "sms_suppressions_source_known" CHECK ("source" IN ('stop', '21610'))
);

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
