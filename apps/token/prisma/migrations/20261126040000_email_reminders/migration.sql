-- Reminders by email (docs/adr/0056). The version before writes neither column, and its emails have no reminders.
ALTER TABLE "link_emails"
  -- The clinician wants the patient to be reminded.
  ADD COLUMN "wants_reminders" boolean NOT NULL DEFAULT false,
  -- 1, 2 or 3 for a reminder, null for an email that a clinician sent.
  ADD COLUMN "reminder" integer;

-- The reminders of a period, for the statistics. No email is a reminder yet, so the index is empty.
CREATE INDEX "link_emails_reminders_idx" ON "link_emails" ("created_at") INCLUDE ("token_id")
  WHERE "reminder" IS NOT NULL AND "status" = 'sent';
