-- A document follows its link to another owner or team (docs/adr/0053).
ALTER TABLE "documents"
  ADD COLUMN "team_id" uuid,
  -- The version of the link when owner and team were set.
  ADD COLUMN "owner_version" integer,
  -- The owner whose id is authenticated with the encrypted bytes, once it is not the owner any more.
  ADD COLUMN "sealed_for" uuid;

-- The lists of teams, as for owners. Each index is empty at first; building it reads the table once.
CREATE INDEX "documents_team_id_created_at_idx" ON "documents" ("team_id", "created_at" DESC, "id" DESC)
  WHERE "team_id" IS NOT NULL;
CREATE INDEX "documents_team_id_state_idx" ON "documents" ("team_id", "state", "kind", "file_size")
  WHERE "team_id" IS NOT NULL;
CREATE INDEX "documents_team_id_new_idx" ON "documents" ("team_id", "created_at" DESC, "id" DESC)
  WHERE "team_id" IS NOT NULL AND "review_state" = 'new' AND "state" <> 'rejected';
