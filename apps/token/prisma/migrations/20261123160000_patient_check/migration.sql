-- The date of birth that a link asks for before it takes a document (docs/adr/0038). The date itself is not stored.
ALTER TABLE "tokens"
  -- Stays true when the other columns are removed, so that the link never turns into one without a check.
  ADD COLUMN "has_check" boolean NOT NULL DEFAULT false,
  ADD COLUMN "check_key_id" text,
  ADD COLUMN "check_key_sealed" bytea,
  ADD COLUMN "check_hash" bytea,
  ADD COLUMN "check_initials" text,
  -- Wrong dates since the link was made or unlocked.
  ADD COLUMN "check_tries" integer NOT NULL DEFAULT 0,
  ADD COLUMN "check_waits_until" timestamptz(3),
  -- Proofs of another version are void.
  ADD COLUMN "check_version" integer NOT NULL DEFAULT 1,
  ADD COLUMN "check_passed_at" timestamptz(3);

-- The links whose check is still stored; few, as most links have none.
CREATE INDEX "tokens_check_key_id_idx" ON "tokens" ("check_key_id") WHERE "check_key_id" IS NOT NULL;

-- A link that was used or revoked no longer needs its check. A trigger, so that no statement can forget it. An
-- expired link keeps it while the link can be replaced by one with the same check; a job removes it then.
CREATE FUNCTION "forget_patient_check"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.check_key_id := NULL;
  NEW.check_key_sealed := NULL;
  NEW.check_hash := NULL;
  NEW.check_initials := NULL;
  NEW.check_waits_until := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "tokens_forget_patient_check" BEFORE UPDATE OF "status" ON "tokens"
  FOR EACH ROW WHEN (NEW.status IN ('used', 'revoked') AND NEW.check_key_id IS NOT NULL)
  EXECUTE FUNCTION "forget_patient_check"();

-- No check may be sealed under a retired key either.
CREATE FUNCTION "refuse_retired_check_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(728371002);
  IF EXISTS (SELECT 1 FROM public.retired_keys WHERE key_id = NEW.check_key_id) THEN
    RAISE EXCEPTION 'key % is retired', NEW.check_key_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "tokens_refuse_retired_check_key" BEFORE INSERT OR UPDATE OF "check_key_id" ON "tokens"
  FOR EACH ROW WHEN (NEW.check_key_id IS NOT NULL) EXECUTE FUNCTION "refuse_retired_check_key"();
