-- What a list's counts look at, side by side: a clinician's 10,000 links are counted from 77 pages of the index instead
-- of 7,263 of the table (docs/performance.md).
CREATE INDEX "tokens_owner_id_status_confirmed_at_expires_at_idx"
  ON "tokens" ("owner_id", "status", "confirmed_at", "expires_at");
