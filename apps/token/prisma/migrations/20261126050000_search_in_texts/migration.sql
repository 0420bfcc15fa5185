-- A clinician's and a team's links are found by a part of their nickname or notes by index, as by the reference. Writes wait
-- while this is built: a few seconds for a million links.
CREATE INDEX "tokens_nickname_notes_idx" ON "tokens"
  USING gin ("nickname" gin_trgm_ops, "notes" gin_trgm_ops) WITH (fastupdate = off);
