-- How many links have ended, and how: the sum of "n". Counting them row by row grows with every link ever made
-- (docs/adr/0018). A change appends its difference, so that nobody waits for anybody; the sweeper adds them up.
CREATE TABLE "ended_counts" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "status" text NOT NULL,
  "n" bigint NOT NULL,
  CONSTRAINT "ended_counts_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION "count_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A restore brings the counts of its dump.
  IF current_setting('caredrop.restoring', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.status <> 'active' THEN
    INSERT INTO public.ended_counts (status, n) VALUES (OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status <> 'active' THEN
    INSERT INTO public.ended_counts (status, n) VALUES (NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
-- A link is made active, so that these two have nothing to do but after a repair by hand.
CREATE TRIGGER "tokens_count_inserted" AFTER INSERT ON "tokens"
  FOR EACH ROW WHEN (NEW."status" <> 'active') EXECUTE FUNCTION "count_ended"();
CREATE TRIGGER "tokens_count_deleted" AFTER DELETE ON "tokens"
  FOR EACH ROW WHEN (OLD."status" <> 'active') EXECUTE FUNCTION "count_ended"();
CREATE TRIGGER "tokens_count_ended" AFTER UPDATE OF "status" ON "tokens"
  FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "count_ended"();

-- The triggers hold the table until this is committed: no change falls between.
INSERT INTO "ended_counts" ("status", "n")
  SELECT "status", count(*) FROM "tokens" WHERE "status" <> 'active' GROUP BY "status";

-- What is written as active is looked at by the clock and by its claim: in this index alone.
CREATE INDEX "tokens_status_confirmed_at_expires_at_idx" ON "tokens" ("status", "confirmed_at", "expires_at");
DROP INDEX "tokens_status_confirmed_at_idx";
