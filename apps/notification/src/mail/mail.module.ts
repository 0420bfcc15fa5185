import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { DeliverMail } from './deliver-mail.js';
import { MailDeliveries } from './mail-deliveries.js';
import { MailWorker } from './mail-worker.js';
import { MAILER } from './mailer.js';
import { QueueMail } from './queue-mail.js';
import { PatientEmails } from './patient-emails.js';
import { Recipients } from './recipients.js';
import { SettlePatientEmail } from './settle-patient-email.js';
import { SmtpMailer } from './smtp-mailer.js';

@Module({
  providers: [
    { provide: MAILER, inject: [CONFIG], useFactory: smtpMailer },
    MailDeliveries,
    Recipients,
    PatientEmails,
    SettlePatientEmail,
    DeliverMail,
    MailWorker,
    QueueMail,
  ],
  exports: [MailWorker, QueueMail, Recipients],
})
export class MailModule {}

function smtpMailer(config: Config): SmtpMailer {
  return new SmtpMailer({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    connections: config.MAIL_CONCURRENCY,
    timeoutMs: config.MAIL_TIMEOUT_MS,
  });
}
