-- That a document was asked for again, and by which link.
ALTER TABLE "documents"
  ADD COLUMN "asked_again_at" timestamptz(3),
  ADD COLUMN "asked_again_by" uuid;
