-- A clinician's own links by expiry.
CREATE INDEX "tokens_owner_id_expires_at_id_idx" ON "tokens" ("owner_id", "expires_at", "id");
