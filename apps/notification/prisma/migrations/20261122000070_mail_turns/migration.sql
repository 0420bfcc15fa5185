-- Finds each person's next mail, so that people take turns in the mail queue.
CREATE INDEX "mail_deliveries_state_user_id_due_at_idx" ON "mail_deliveries" ("state", "user_id", "due_at");
