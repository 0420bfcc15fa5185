-- Teams and cover (docs/adr/0052).
CREATE TABLE "teams" (
  "id" uuid PRIMARY KEY,
  "name" text NOT NULL,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "archived_at" timestamptz(3)
);

CREATE TABLE "team_members" (
  "team_id" uuid NOT NULL REFERENCES "teams" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "user_id" uuid NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "watching" boolean NOT NULL DEFAULT true,
  "since" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("team_id", "user_id")
);
-- With the team, so that the session check reads the index alone.
CREATE INDEX "team_members_user_id_team_id_idx" ON "team_members" ("user_id", "team_id");

CREATE TABLE "covers" (
  "id" uuid PRIMARY KEY,
  "user_id" uuid NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "cover_id" uuid NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "starts_at" timestamptz(3) NOT NULL,
  "ends_at" timestamptz(3) NOT NULL,
  "created_by" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "ended_at" timestamptz(3),
  CONSTRAINT "covers_of_a_colleague" CHECK ("cover_id" <> "user_id"),
  CONSTRAINT "covers_last_some_time" CHECK ("ends_at" > "starts_at")
);
CREATE INDEX "covers_user_id_ends_at_idx" ON "covers" ("user_id", "ends_at");
CREATE INDEX "covers_cover_id_ends_at_idx" ON "covers" ("cover_id", "ends_at");
