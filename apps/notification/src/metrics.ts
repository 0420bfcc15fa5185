import { Injectable } from '@nestjs/common';
import { counter } from '@caredrop/service-kit';
import { Counter, Gauge, Histogram, register } from 'prom-client';
import { MailDeliveries } from './mail/mail-deliveries.js';

/** The service's metrics; names and meanings are listed in the README. */
@Injectable()
export class Metrics {
  readonly mails = own('mail_deliveries_total', (name) => {
    return new Counter({
      name,
      help: 'Mail delivery attempts by outcome',
      labelNames: ['purpose', 'outcome'],
    });
  });
  readonly mailDelay = own('mail_handover_seconds', (name) => {
    const buckets = [0.02, 0.05, 0.1, 0.25, 1, 5, 30, 120, 600, 3600];
    return new Histogram({
      name,
      help: 'Time from handling the event to the mail server accepting the mail',
      buckets,
    });
  });
  readonly texts = own('sms_outcomes_total', (name) => {
    return new Counter({ name, help: 'Text messages by outcome', labelNames: ['outcome'] });
  });

  constructor(deliveries: MailDeliveries) {
    const notMeasured = counter('metrics_not_measured_total', 'Metrics whose value could not be had', [
      'metric',
    ]);
    own('mail_deliveries', (name) => {
      const help = 'Mails waiting (pending), given up (failed) or with nobody to send to (no_recipient)';
      return new Gauge({
        name,
        help,
        labelNames: ['state'],
        collect: async function () {
          try {
            const counts = await deliveries.counts();
            for (const state of ['pending', 'failed', 'no_recipient']) this.set({ state }, 0);
            for (const { state, count } of counts) this.set({ state }, count);
          } catch {
            // The other metrics must still be collected while the database is unavailable.
            notMeasured.inc({ metric: name });
          }
        },
      });
    });
  }
}

/** Tests build several applications in one process: the newest owns the name. */
function own<Metric>(name: string, create: (name: string) => Metric): Metric {
  register.removeSingleMetric(name);
  return create(name);
}
