-- Files of requests that are sent row by row (docs/adr/0046).
CREATE TABLE "sending_jobs" (
  "id" uuid NOT NULL,
  "owner_id" uuid NOT NULL,
  "owner_first_name" text NOT NULL,
  "owner_last_name" text NOT NULL,
  -- SHA-256 of the Idempotency-Key of the call that created it.
  "creation_key" text NOT NULL,
  "state" text NOT NULL DEFAULT 'running',
  "wants_reminders" boolean NOT NULL,
  "waits_until" timestamptz(3),
  "waits_for" text,
  "restored" boolean NOT NULL DEFAULT false,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "ended_at" timestamptz(3),
  CONSTRAINT "sending_jobs_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sending_jobs_owner_id_creation_key_key" ON "sending_jobs" ("owner_id", "creation_key");
CREATE INDEX "sending_jobs_owner_id_created_at_idx" ON "sending_jobs" ("owner_id", "created_at" DESC);
CREATE INDEX "sending_jobs_ended_at_idx" ON "sending_jobs" ("ended_at");
-- The jobs that are looked up in every round.
CREATE INDEX "sending_jobs_running_idx" ON "sending_jobs" ("waits_until") WHERE "state" = 'running';

CREATE TABLE "sending_rows" (
  "job_id" uuid NOT NULL,
  "line" integer NOT NULL,
  "reference" text NOT NULL,
  "phone_number" text,
  "nickname" text,
  "language" text,
  "days" integer,
  "until" timestamptz(3),
  "state" text NOT NULL,
  "code" text,
  "token_id" uuid,
  "delivery_id" uuid,
  "due_at" timestamptz(3) NOT NULL DEFAULT now(),
  "lease_until" timestamptz(3),
  CONSTRAINT "sending_rows_pkey" PRIMARY KEY ("job_id", "line"),
  CONSTRAINT "sending_rows_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "sending_jobs" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sending_rows_job_id_state_due_at_idx" ON "sending_rows" ("job_id", "state", "due_at");
-- The texts whose hand-over may have broken off.
CREATE INDEX "sending_rows_lease_until_idx" ON "sending_rows" ("lease_until") WHERE "lease_until" IS NOT NULL;
