-- A repeated call that creates a link returns the first one.
-- contracts: nothing writes it since 0.1.0: earlier versions leave the new column null, and nulls do not collide.
ALTER TABLE "tokens" ADD COLUMN "creation_key" TEXT;
CREATE UNIQUE INDEX "tokens_owner_id_creation_key_key" ON "tokens" ("owner_id", "creation_key")
  WHERE "creation_key" IS NOT NULL;
