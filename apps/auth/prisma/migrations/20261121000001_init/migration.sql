CREATE TABLE "users" (
  "id" uuid NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text NOT NULL,
  "role" text NOT NULL,
  "password_hash" text,
  "disabled" boolean NOT NULL DEFAULT false,
  "disable_reason" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "version" integer NOT NULL DEFAULT 1,
  CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "users_role_known" CHECK ("role" IN ('user', 'admin')),
  -- One account for one address, however it is typed.
  CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email"))
);

CREATE UNIQUE INDEX "users_email_key" ON "users" ("email");
CREATE INDEX "users_role_created_at_id_idx" ON "users" ("role", "created_at" DESC, "id" DESC);
CREATE INDEX "users_created_at_id_idx" ON "users" ("created_at" DESC, "id" DESC);

CREATE TABLE "sessions" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_activity_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  "ended_at" timestamptz(3),
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "sessions_user_id_idx" ON "sessions" ("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");

CREATE TABLE "password_links" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "purpose" text NOT NULL,
  "token_hash" bytea NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  "used_at" timestamptz(3),
  CONSTRAINT "password_links_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "password_links_purpose_known" CHECK ("purpose" IN ('reset', 'invite')),
  CONSTRAINT "password_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "password_links_token_hash_key" ON "password_links" ("token_hash");
CREATE INDEX "password_links_user_id_idx" ON "password_links" ("user_id");
CREATE INDEX "password_links_expires_at_idx" ON "password_links" ("expires_at");

CREATE TABLE "attempt_counters" (
  "key" text NOT NULL,
  "attempts" integer NOT NULL DEFAULT 0,
  "last_at" timestamptz(3),
  "blocked_until" timestamptz(3),
  "succeeded_at" timestamptz(3),
  "touched_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "attempt_counters_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "attempt_counters_touched_at_idx" ON "attempt_counters" ("touched_at");

-- The tables of @caredrop/messaging, as libs/messaging/sql/messaging-tables.sql has them.
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
