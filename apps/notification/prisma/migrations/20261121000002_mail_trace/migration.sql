-- The request that a mail follows from, for its log lines, and its place in a trace.
ALTER TABLE "mail_deliveries" ADD COLUMN "correlation_id" text, ADD COLUMN "traceparent" text;
