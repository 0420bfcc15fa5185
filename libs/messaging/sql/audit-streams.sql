-- Copied into a migration of every service that publishes events. Owned by @caredrop/messaging.

-- Numbers the audit records of this service: each stream counts from 1 without a gap.
CREATE TABLE "audit_streams" (
    "stream" UUID NOT NULL,
    "last" BIGINT NOT NULL,

    CONSTRAINT "audit_streams_pkey" PRIMARY KEY ("stream")
);

-- Takes the next numbers of a stream, the last of which is `upto`. A stream stays locked until the commit, and others
-- are skipped while they are locked: no writer waits for another, and a rollback gives its numbers back. When all are
-- locked a new one is opened, so there are at most as many streams as there have ever been concurrent writers. In
-- PL/pgSQL, whose plans are cached: as part of the INSERT it costs twice the time.
CREATE FUNCTION "take_audit_numbers"(wanted bigint, OUT stream uuid, OUT upto bigint) LANGUAGE plpgsql AS $$
BEGIN
  IF wanted = 0 THEN
    RETURN;
  END IF;
  SELECT s."stream" INTO stream FROM "audit_streams" s LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF stream IS NULL THEN
    stream := gen_random_uuid();
    upto := wanted;
    INSERT INTO "audit_streams" VALUES (stream, upto);
  ELSE
    UPDATE "audit_streams" s SET "last" = s."last" + wanted
     WHERE s."stream" = take_audit_numbers.stream RETURNING s."last" INTO upto;
  END IF;
END $$;
