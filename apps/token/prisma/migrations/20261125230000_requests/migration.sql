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
  ADD COLUMN "skipped_at" timestamptz(3);
ALTER TABLE "request_template_versions" ADD COLUMN "items" jsonb;

-- No link has a request yet, so the index is empty.
CREATE INDEX "tokens_request_id_idx" ON "tokens" ("request_id") WHERE "request_id" IS NOT NULL;
