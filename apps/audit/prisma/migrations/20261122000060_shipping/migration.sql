-- How far a receiver outside the system has been sent the chain and its checkpoints.
CREATE TABLE "shipping_positions" (
  "receiver" text NOT NULL,
  "seq" bigint NOT NULL,
  "checkpoint_at" timestamptz(3) NOT NULL,
  CONSTRAINT "shipping_positions_pkey" PRIMARY KEY ("receiver")
);
