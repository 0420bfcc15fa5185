CREATE TABLE "entries" (
  "seq" bigint NOT NULL,
  "id" uuid NOT NULL,
  "source" text NOT NULL,
  "action" text NOT NULL,
  "outcome" text NOT NULL,
  "reason" text,
  "actor_kind" text NOT NULL,
  "actor_id" uuid,
  "actor_role" text,
  "subject_kind" text,
  "subject_id" uuid,
  "related" jsonb NOT NULL,
  "from_address" text,
  "request_id" text NOT NULL,
  "codes" jsonb NOT NULL,
  "count" integer NOT NULL,
  "settings" jsonb,
  "at" timestamptz(3) NOT NULL,
  "recorded_at" timestamptz(3) NOT NULL,
  "prev" text NOT NULL,
  "hash" text NOT NULL,
  CONSTRAINT "entries_pkey" PRIMARY KEY ("seq"),
  -- Whatever a bug upstream lets through, a line of this table is one line.
  CONSTRAINT "entries_codes_only" CHECK (
    "source" ~ '^[a-z]{1,20}$' AND "action" ~ '^[a-z_.]{1,40}$' AND "outcome" ~ '^[a-z]{1,10}$'
    AND ("reason" IS NULL OR "reason" ~ '^[A-Za-z0-9_.-]{1,40}$') AND "request_id" ~ '^[A-Za-z0-9._-]{1,64}$'
    AND ("from_address" IS NULL OR "from_address" ~ '^[0-9a-fA-F.:/]{2,48}$')),
  CONSTRAINT "entries_hashes" CHECK ("prev" ~ '^[0-9a-f]{64}$' AND "hash" ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX "entries_id_key" ON "entries" ("id");
CREATE INDEX "entries_at_seq_idx" ON "entries" ("at" DESC, "seq" DESC);
CREATE INDEX "entries_actor_id_at_seq_idx" ON "entries" ("actor_id", "at" DESC, "seq" DESC);
CREATE INDEX "entries_action_at_seq_idx" ON "entries" ("action", "at" DESC, "seq" DESC);
CREATE INDEX "entries_outcome_at_seq_idx" ON "entries" ("outcome", "at" DESC, "seq" DESC);
CREATE INDEX "entries_subject_id_at_seq_idx" ON "entries" ("subject_id", "at" DESC, "seq" DESC);
CREATE INDEX "entries_request_id_idx" ON "entries" ("request_id");
CREATE INDEX "entries_source_action_seq_idx" ON "entries" ("source", "action", "seq");
CREATE INDEX "entries_related_idx" ON "entries" USING gin ("related" jsonb_path_ops);

CREATE TABLE "arrivals" (
  "position" bigserial NOT NULL,
  "id" uuid NOT NULL,
  "source" text NOT NULL,
  "record" jsonb NOT NULL,
  "arrived_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "arrivals_pkey" PRIMARY KEY ("position")
);
CREATE UNIQUE INDEX "arrivals_id_key" ON "arrivals" ("id");

CREATE TABLE "checkpoints" (
  "seq" bigint NOT NULL,
  "hash" text NOT NULL,
  "made_at" timestamptz(3) NOT NULL,
  "key_id" text NOT NULL,
  "signature" text NOT NULL,
  CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("seq", "made_at")
);

CREATE TABLE "segments" (
  "first_seq" bigint NOT NULL,
  "last_seq" bigint NOT NULL,
  "prev" text NOT NULL,
  "last_hash" text NOT NULL,
  "first_recorded" timestamptz(3) NOT NULL,
  "last_recorded" timestamptz(3) NOT NULL,
  "pruned_at" timestamptz(3) NOT NULL,
  "key_id" text NOT NULL,
  "signature" text NOT NULL,
  CONSTRAINT "segments_pkey" PRIMARY KEY ("first_seq"),
  CONSTRAINT "segments_in_order" CHECK ("last_seq" >= "first_seq")
);

-- Append-only for every role, the owner included: privileges (src/database/grant-roles.ts) are the first lock and
-- this is the second. An entry may leave only behind a segment that says so (ADR 0008).
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION "refuse_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "segments" WHERE OLD."seq" BETWEEN "first_seq" AND "last_seq") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'entry % is not in a pruned segment', OLD."seq" USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "entries_no_update" BEFORE UPDATE ON "entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "entries_no_truncate" BEFORE TRUNCATE ON "entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "entries_no_removal" BEFORE DELETE ON "entries" FOR EACH ROW EXECUTE FUNCTION "refuse_removal"();
CREATE TRIGGER "checkpoints_no_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "segments_no_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "segments"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

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
