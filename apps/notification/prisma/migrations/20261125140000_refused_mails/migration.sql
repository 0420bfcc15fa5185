-- `refused`: an email to a patient that the mail server does not take. It is not a failure of the service.
ALTER TABLE "mail_deliveries" DROP CONSTRAINT "mail_deliveries_state_known";
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_state_known" CHECK ("state" IN ('collecting', 'pending', 'sent', 'split', 'no_recipient', 'cancelled', 'failed', 'refused'));
