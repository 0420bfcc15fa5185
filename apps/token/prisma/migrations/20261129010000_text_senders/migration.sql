-- Who sent a text by hand, or thanked the patient: for the audit entry if the status arrives before, or without, the response.
ALTER TABLE "sms_sends" ADD COLUMN "sender_id" uuid;
