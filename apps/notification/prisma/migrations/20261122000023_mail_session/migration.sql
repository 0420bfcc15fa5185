-- The session that a mail about a sign-in on a new device is about: its details are asked of auth when it is sent.
ALTER TABLE "mail_deliveries" ADD COLUMN "session_id" uuid;
