-- Finds the phone numbers of links that have ended, which are removed.
CREATE INDEX "tokens_sms_phone_number_status_idx" ON "tokens" ("sms_phone_number", "status");
CREATE INDEX "sms_sends_phone_number_idx" ON "sms_sends" ("phone_number");
