-- Files of requests that are emailed (docs/adr/0051). A row keeps its address until its link is made.
ALTER TABLE "sending_rows"
  ADD COLUMN "email_address" text,
  -- Of the email in link_emails, whose status the results show.
  ADD COLUMN "email_delivery_id" uuid;
