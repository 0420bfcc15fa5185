-- When the person last proved who they are: by signing in, or by password and code while signed in. Null for
-- sessions that were open before: they are asked for a proof.
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamptz(3);

-- What the person's list of sessions shows. Goes with the session.
ALTER TABLE "sessions" ADD COLUMN "device" text;
ALTER TABLE "sessions" ADD COLUMN "address" text;

-- Devices and networks that an account has signed in from, as keyed hashes.
CREATE TABLE "known_devices" (
  "user_id" uuid NOT NULL,
  "fingerprint" bytea NOT NULL,
  "first_seen_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_seen_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id", "fingerprint"),
  CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "known_devices_last_seen_at_idx" ON "known_devices" ("last_seen_at");
