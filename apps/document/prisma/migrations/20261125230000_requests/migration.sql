-- Which document of a request for several this is (docs/adr/0055); null: a request for one.
ALTER TABLE "documents"
  ADD COLUMN "request_id" uuid,
  -- Its position, their count, and its label in the clinic's default language.
  ADD COLUMN "request_item" jsonb;

-- No document has a request yet, so the index is empty.
CREATE INDEX "documents_request_id_idx" ON "documents" ("request_id") WHERE "request_id" IS NOT NULL;
