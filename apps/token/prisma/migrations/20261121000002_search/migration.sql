-- The monitor's search finds a part of a reference anywhere, in any case, and a link by the start of its value.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
DROP INDEX "tokens_link_prefix_idx";
-- Without a list of pending entries, which every search would have to read until the next vacuum.
CREATE INDEX "tokens_patient_ref_id_link_prefix_idx" ON "tokens"
  USING gin ("patient_ref_id" gin_trgm_ops, "link_prefix" gin_trgm_ops) WITH (fastupdate = off);
