-- A used link whose document the document service does not know, nor ever deleted: lost in a restore (docs/adr/0010).
ALTER TABLE "tokens" DROP CONSTRAINT "tokens_document_state_known";
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_document_state_known"
  CHECK ("document_state" IN ('present', 'deleted', 'rejected', 'lost'));

-- Keys that are gone for good. A replica with an old configuration may still seal links under one: the database
-- refuses the row.
CREATE TABLE "retired_keys" (
  "key_id" TEXT NOT NULL,
  "retired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "retired_keys_pkey" PRIMARY KEY ("key_id")
);
CREATE INDEX "tokens_link_key_id_idx" ON "tokens" ("link_key_id");

CREATE FUNCTION "refuse_retired_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for a retirement under way (it takes this lock whole); each statement here sees what is committed then.
  PERFORM pg_advisory_xact_lock_shared(728371002);
  IF EXISTS (SELECT 1 FROM public.retired_keys WHERE key_id = NEW.link_key_id) THEN
    RAISE EXCEPTION 'key % is retired', NEW.link_key_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "tokens_refuse_retired_key" BEFORE INSERT OR UPDATE OF "link_key_id" ON "tokens"
  FOR EACH ROW EXECUTE FUNCTION "refuse_retired_key"();
