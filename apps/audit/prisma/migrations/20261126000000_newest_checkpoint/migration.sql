-- The signer reads the newest checkpoint by its time every two seconds, and shipping those since a time every second.
CREATE INDEX "checkpoints_made_at_seq_idx" ON "checkpoints" ("made_at", "seq");
