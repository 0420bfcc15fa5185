import { Injectable } from '@nestjs/common';
import { counter, histogram, measuredGauge, measuredGauges } from '@caredrop/service-kit';
import { PrismaService } from './database/prisma.service.js';
import { countMails, countWaitingDocuments, oldestPendingAge } from './mail/count-mails.js';

/** The service's metrics. No label ever holds an id or a person's name. */
@Injectable()
export class NotificationMetrics {
  readonly mails = counter('mail_deliveries_total', 'Mail delivery attempts by outcome', [
    'purpose',
    'outcome',
  ]);
  readonly mailDelay = histogram(
    'mail_handover_seconds',
    'Time from queueing an email to the mail server accepting it',
    [0.02, 0.05, 0.1, 0.25, 1, 5, 30, 120, 600, 3600],
  );
  readonly documents = counter(
    'mail_documents_total',
    'New documents, counted for each recipient, by how they are announced: mailed at once, collected, or not at all because the user chose so',
    ['how'],
  );
  readonly texts = counter('sms_outcomes_total', 'Text messages by outcome', ['outcome']);

  constructor(prisma: PrismaService) {
    measuredGauges(
      'mail_deliveries',
      'Mails collecting documents (collecting), waiting (pending), failed permanently (failed) or without a recipient (no_recipient)',
      'state',
      () => countMails(prisma),
    );
    measuredGauge('mail_pending_oldest_seconds', 'Age of the oldest email that waits to be sent', () =>
      oldestPendingAge(prisma),
    );
    measuredGauges(
      'mail_documents_waiting',
      'Documents in collected emails that are not sent yet (collecting, or pending)',
      'state',
      () => countWaitingDocuments(prisma),
    );
  }
}
