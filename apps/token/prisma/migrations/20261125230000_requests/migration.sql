-- A request for several documents, each with a link (docs/adr/0055).
CREATE TABLE "requests" (
  "id" uuid NOT NULL,
  -- A list of optional and labels, which are a list of language and label.
  "items" jsonb NOT NULL,
  -- The position of the document whose turn it is; one more than there are items when all have had theirs.
  "reached" smallint NOT NULL DEFAULT 1,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "requests_pkey" PRIMARY KEY ("id")
);

-- Which document of a request a link is for; null: a request for one document.
ALTER TABLE "tokens"
  ADD COLUMN "request_id" uuid,
  ADD COLUMN "item_position" smallint,
  -- When the patient went on without its document.
  ADD COLUMN "skipped_at" timestamptz(3),
  -- When the link of the next document was made, or none was needed.
  ADD COLUMN "followed_at" timestamptz(3);
ALTER TABLE "request_template_versions" ADD COLUMN "items" jsonb;

-- No link has a request yet, so the indexes are empty.
CREATE INDEX "tokens_request_id_idx" ON "tokens" ("request_id") WHERE "request_id" IS NOT NULL;
CREATE INDEX "tokens_not_followed_idx" ON "tokens" ("id")
  WHERE "request_id" IS NOT NULL AND "followed_at" IS NULL AND ("status" = 'used' OR "skipped_at" IS NOT NULL);

-- The patient check of a link whose document has arrived, or was skipped, is kept until the next link of its request has it.
CREATE OR REPLACE FUNCTION "forget_patient_check"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.request_id IS NOT NULL AND NEW.followed_at IS NULL AND (NEW.status = 'used' OR NEW.skipped_at IS NOT NULL) THEN
    RETURN NEW;
  END IF;
  NEW.check_key_id := NULL;
  NEW.check_key_sealed := NULL;
  NEW.check_hash := NULL;
  NEW.check_initials := NULL;
  NEW.check_waits_until := NULL;
  RETURN NEW;
END $$;
