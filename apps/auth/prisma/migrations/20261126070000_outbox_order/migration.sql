-- Events of one transaction are often written within the same millisecond, and are published in the order of this time.
-- More digits need neither a rewrite of the table nor of its index.
ALTER TABLE "outbox" ALTER COLUMN "created_at" TYPE TIMESTAMPTZ(6);
