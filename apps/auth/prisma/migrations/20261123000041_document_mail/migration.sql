-- When the user is sent an email about new documents. Null: the clinic's default, NOTIFY_DEFAULT.
ALTER TABLE "users" ADD COLUMN "document_mail" text;
