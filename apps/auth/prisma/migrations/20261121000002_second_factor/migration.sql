ALTER TABLE "users" ADD COLUMN "second_factor_required" boolean NOT NULL DEFAULT false;

-- Whether this session was opened with a second factor.
ALTER TABLE "sessions" ADD COLUMN "second_factor" boolean NOT NULL DEFAULT false;

CREATE TABLE "second_factors" (
  "user_id" uuid NOT NULL,
  "key_id" text NOT NULL,
  "sealed_secret" bytea NOT NULL,
  -- The time step (30 s) of the last accepted code: this one and earlier ones are refused for ever.
  "last_step" bigint NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Handed out and not yet confirmed by a code.
CREATE TABLE "second_factor_enrolments" (
  "user_id" uuid NOT NULL,
  "key_id" text NOT NULL,
  "sealed_secret" bytea NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "second_factor_enrolments_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "second_factor_enrolments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery_codes" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "code_hash" text NOT NULL,
  "used_at" timestamptz(3),
  CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes" ("user_id");

CREATE TABLE "sign_in_tickets" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "purpose" text NOT NULL,
  "token_hash" bytea NOT NULL,
  "attempts" integer NOT NULL DEFAULT 0,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "sign_in_tickets_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sign_in_tickets_purpose_known" CHECK ("purpose" IN ('code', 'setup')),
  CONSTRAINT "sign_in_tickets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "sign_in_tickets_token_hash_key" ON "sign_in_tickets" ("token_hash");
CREATE INDEX "sign_in_tickets_user_id_idx" ON "sign_in_tickets" ("user_id");
CREATE INDEX "sign_in_tickets_expires_at_idx" ON "sign_in_tickets" ("expires_at");
