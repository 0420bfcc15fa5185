-- A document whose object is not in the store after a restore: its row, name and key stay, since the object may turn
-- up in another backup (docs/adr/0010).
ALTER TABLE "documents" DROP CONSTRAINT "documents_state_known";
ALTER TABLE "documents" ADD CONSTRAINT "documents_state_known"
  CHECK ("state" IN ('checking', 'ready', 'rejected', 'lost'));

-- Keys that are gone for good. An upload may have taken its data key under one before it was retired, or come from a
-- replica with an old configuration: the database refuses the row, and the patient's page tries again.
CREATE TABLE "retired_keys" (
  "key_id" text NOT NULL,
  "retired_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "retired_keys_pkey" PRIMARY KEY ("key_id")
);
CREATE INDEX "documents_key_id_idx" ON "documents" ("key_id");

CREATE FUNCTION "refuse_retired_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for a retirement under way (it takes this lock whole); each statement here sees what is committed then.
  PERFORM pg_advisory_xact_lock_shared(728371002);
  IF EXISTS (SELECT 1 FROM public.retired_keys WHERE key_id = NEW.key_id) THEN
    RAISE EXCEPTION 'key % is retired', NEW.key_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "documents_refuse_retired_key" BEFORE INSERT OR UPDATE OF "key_id" ON "documents"
  FOR EACH ROW WHEN (NEW.key_id IS NOT NULL) EXECUTE FUNCTION "refuse_retired_key"();
