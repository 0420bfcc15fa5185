-- How many documents there are of each kind, and their bytes: the sums of "n" and "bytes". Counting them row by row grows
-- with every document ever received (docs/adr/0018). A change appends its difference, so that nobody waits for anybody;
-- a job adds them up.
CREATE TABLE "document_counts" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "kind" text NOT NULL,
  "n" bigint NOT NULL,
  "bytes" bigint NOT NULL,
  CONSTRAINT "document_counts_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION "count_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A restore brings the counts of its dump.
  IF current_setting('caredrop.restoring', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' AND OLD.state <> 'rejected' THEN
    INSERT INTO public.document_counts (kind, n, bytes) VALUES (OLD.kind, -1, -OLD.file_size);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state <> 'rejected' THEN
    INSERT INTO public.document_counts (kind, n, bytes) VALUES (NEW.kind, 1, NEW.file_size);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "documents_count_changed" AFTER INSERT OR DELETE ON "documents"
  FOR EACH ROW EXECUTE FUNCTION "count_documents"();
CREATE TRIGGER "documents_count_updated" AFTER UPDATE OF "state", "kind", "file_size" ON "documents"
  FOR EACH ROW WHEN (
    (OLD."state" = 'rejected') IS DISTINCT FROM (NEW."state" = 'rejected')
    OR OLD."kind" IS DISTINCT FROM NEW."kind" OR OLD."file_size" IS DISTINCT FROM NEW."file_size"
  ) EXECUTE FUNCTION "count_documents"();

-- The triggers hold the table until this is committed: no change falls between.
INSERT INTO "document_counts" ("kind", "n", "bytes")
  SELECT "kind", count(*), sum("file_size") FROM "documents" WHERE "state" <> 'rejected' GROUP BY "kind";
