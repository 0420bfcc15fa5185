-- What a list's counts look at, side by side: a clinician's 10,000 documents are counted from 64 pages of the index
-- instead of 9,653 of the table (docs/performance.md).
CREATE INDEX "documents_owner_id_state_kind_file_size_idx"
  ON "documents" ("owner_id", "state", "kind", "file_size");
