-- When a clinician marked the link's infected or lost document as done; only for a link that cannot be replaced.
ALTER TABLE "tokens" ADD COLUMN "unusable_closed_at" timestamptz(3);
