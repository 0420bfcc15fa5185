/**
 * SQL for a restored database: no reminder is sent within 48 hours, none that was claimed before the backup is sent,
 * files of requests are paused, and scheduled texts and emails are shown as not sent, since some of them may have been
 * sent after the backup. A message shown as not sent ends the reminders of its link, unless they can follow another of
 * its messages. Reminders sent after the backup are unknown, as are documents that arrived, until the links are
 * reconciled. A backup of version 0.1 has no reminders.
 */
export const postponeReminders = `
  DO $$ BEGIN
    IF EXISTS (SELECT FROM information_schema.columns
               WHERE table_schema = 'public' AND table_name = 'tokens' AND column_name = 'next_reminder_at') THEN
      UPDATE tokens SET next_reminder_at = GREATEST(next_reminder_at, now() + interval '48 hours')
        WHERE next_reminder_at IS NOT NULL;
      UPDATE sms_sends SET send_at = NULL WHERE send_at IS NOT NULL;
    END IF;
    IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = 'public' AND table_name = 'scheduled_sends') THEN
      UPDATE tokens t SET has_sms = true, sms_status = 'failed', sms_error_code = 'restored', scheduled_sms_at = NULL,
        sms_delivery_id = NULL FROM scheduled_sends s WHERE s.token_id = t.id AND s.channel = 'sms';
      UPDATE tokens t SET email_status = 'failed', email_error_code = 'restored', scheduled_email_at = NULL,
        email_delivery_id = NULL FROM scheduled_sends s WHERE s.token_id = t.id AND s.channel = 'email';
      DELETE FROM scheduled_sends;
    END IF;
    IF EXISTS (SELECT FROM information_schema.columns
               WHERE table_schema = 'public' AND table_name = 'link_emails' AND column_name = 'reminder') THEN
      UPDATE link_emails SET address = NULL WHERE reminder IS NOT NULL AND status = 'queued';
      UPDATE tokens t SET next_reminder_at = NULL, reminders_stopped = 'failed'
        WHERE next_reminder_at IS NOT NULL AND 'restored' IN (sms_error_code, email_error_code)
          AND COALESCE(sms_status, 'failed') = 'failed' AND NOT EXISTS (SELECT FROM link_emails e
            WHERE e.delivery_id = t.email_delivery_id AND t.email_status = 'sent' AND e.wants_reminders);
    END IF;
    IF EXISTS (SELECT FROM information_schema.tables WHERE table_schema = 'public' AND table_name = 'sending_jobs') THEN
      UPDATE sending_jobs SET state = 'paused', restored = true WHERE state IN ('running', 'scheduled');
      UPDATE sending_jobs SET restored = true WHERE state = 'paused';
      UPDATE sending_rows SET lease_until = NULL WHERE state = 'sending';
    END IF;
  END $$`;
