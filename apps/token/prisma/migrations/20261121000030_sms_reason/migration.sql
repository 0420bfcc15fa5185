-- Why a text did not arrive: the provider's code, beside the status it came with.
ALTER TABLE "sms_sends" ADD COLUMN "error_code" TEXT;
ALTER TABLE "tokens" ADD COLUMN "sms_error_code" TEXT;
