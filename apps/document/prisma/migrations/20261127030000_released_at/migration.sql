-- When a document that was accepted without a verdict was released by a later scan: an assignment of its link from before
-- that time, which arrives later, announces the document to the new owner and team.
ALTER TABLE "documents" ADD COLUMN "released_at" TIMESTAMPTZ(3);
