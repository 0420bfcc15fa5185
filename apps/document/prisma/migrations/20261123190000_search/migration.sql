-- Documents are found by a part of their file name or comment, as they already are by the reference. Writes wait while
-- this is built: a few seconds for a million documents.
CREATE INDEX "documents_file_name_comment_idx" ON "documents"
  USING gin ("file_name" gin_trgm_ops, "comment" gin_trgm_ops);
