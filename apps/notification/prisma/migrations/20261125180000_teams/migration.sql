-- The team of the link that a mail is about: its members may receive the mail too (docs/adr/0053).
ALTER TABLE "mail_deliveries" ADD COLUMN "team_id" uuid;
