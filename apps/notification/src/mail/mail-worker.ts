import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CircuitBreaker, inSpan, PeriodicJob, requestContext, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { NotificationMetrics } from '../metrics.js';
import { DeliverMail } from './deliver-mail.js';
import { MailDeliveries } from './mail-deliveries.js';
import { mailFailure } from './mail-failure.js';
import { MAILER, MailNotAccepted, type Mailer } from './mailer.js';
import { addressSource } from './purpose.js';
import { SettlePatientEmail } from './settle-patient-email.js';
import type { TakenDelivery } from './take-turns.js';

/** The share of a replica's places that emails about one user may use; the rest stays free for others. */
const SHARE = 0.75;
const MAX_PAUSE_MS = 15_000;
/** How the metric names the state of a delivery after a failed attempt. */
const failedOutcomes = { pending: 'put_back', failed: 'given_up', refused: 'refused' } as const;

/**
 * Sends due emails: at once when woken by a commit in this process, otherwise within one poll. Many replicas may run
 * it; each delivery is claimed by one. When stopping, finishes its current work and claims nothing new.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly busy = new Set<Promise<void>>();
  /** Number of emails being sent now, by the user they are about. */
  private readonly held = new Map<string, number>();
  private readonly share: number;
  /**
   * While the mail server or auth is unavailable, only one email at a time is tried, so that the retry delays of the
   * backlog do not grow.
   */
  private readonly breaker: CircuitBreaker;
  private readonly job: PeriodicJob;

  constructor(
    private readonly deliveries: MailDeliveries,
    private readonly deliverMail: DeliverMail,
    private readonly settlePatientEmail: SettlePatientEmail,
    private readonly metrics: NotificationMetrics,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.breaker = new CircuitBreaker(config.MAIL_RETRY_MS, MAX_PAUSE_MS);
    this.share = Math.ceil(config.MAIL_CONCURRENCY * SHARE);
    const run = () => this.takeSome();
    this.job = new PeriodicJob({ name: 'send mail', everyMs: config.MAIL_POLL_MS, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await Promise.all(this.busy);
    await this.mailer.close();
  }

  /**
   * Wakes the worker, as there may be something to send. Cheap: calls during a look-up cause only one more
   * look-up.
   */
  wake(): void {
    this.job.wake();
  }

  private async takeSome(): Promise<void> {
    const free = this.config.MAIL_CONCURRENCY - this.busy.size;
    const places = this.breaker.capacity(free, this.busy.size, Date.now());
    if (places === 0) return;
    const taken = await this.deliveries.take(places, this.share, this.held);
    for (const { userId } of taken) this.hold(userId, 1);
    const mayBeMore =
      taken.length === places || taken.some(({ userId }) => this.held.get(userId) === this.share);
    for (const delivery of taken) this.begin(delivery, mayBeMore);
  }

  private begin(delivery: TakenDelivery, mayBeMore: boolean): void {
    const requestId = delivery.correlationId ?? delivery.id;
    const context = { requestId, principal: null, publicOrigin: null, caller: null };
    const work = requestContext.run(context, () => this.traced(delivery));
    this.busy.add(work);
    void work.finally(() => {
      this.busy.delete(work);
      this.hold(delivery.userId, -1);
      // Not after each email: with a backlog, that would be one query per email.
      if (mayBeMore && this.busy.size <= this.config.MAIL_CONCURRENCY / 2) this.wake();
    });
  }

  private hold(userId: string, change: 1 | -1): void {
    const now = (this.held.get(userId) ?? 0) + change;
    if (now === 0) this.held.delete(userId);
    else this.held.set(userId, now);
  }

  private traced(delivery: TakenDelivery): Promise<void> {
    const { purpose, attempts, traceparent } = delivery;
    if (traceparent === null) return this.deliver(delivery);
    const attributes = { 'caredrop.mail': purpose, attempt: attempts };
    return inSpan('deliver mail', { attributes, parent: traceparent }, () => this.deliver(delivery));
  }

  /**
   * Never rejects: a failed email is rescheduled or given up, and one whose failure cannot be stored becomes due when
   * its lease ends.
   */
  private async deliver(delivery: TakenDelivery): Promise<void> {
    const { purpose, eventId } = delivery;
    try {
      const outcome = await this.deliverMail.execute(delivery);
      this.metrics.mails.inc({ purpose, outcome });
      if (outcome === 'sent') {
        this.breaker.recordSuccess();
        this.metrics.mailDelay.observe((Date.now() - delivery.createdAt.getTime()) / 1000);
      }
      if (outcome === 'split') this.wake();
      const level = outcome === 'no_recipient' ? 'warn' : 'info';
      this.logger[level]({ purpose, eventId, outcome, attempts: delivery.attempts }, 'mail delivery');
    } catch (error) {
      await this.putBack(delivery, error);
    }
  }

  private async putBack(delivery: TakenDelivery, error: unknown): Promise<void> {
    const { purpose, eventId, attempts } = delivery;
    const toPatient = addressSource(purpose) === 'patient';
    const failure = mailFailure(error, toPatient ? 'token' : 'auth');
    const { code, away, refused } = failure;
    if (away) this.breaker.recordFailure(Date.now());
    // Any other failure says nothing about the mail server.
    else if (error instanceof MailNotAccepted) this.breaker.recordSuccess();
    try {
      const ended = toPatient ? await this.settlePatientEmail.failed(delivery, failure) : null;
      const state = ended ?? (await this.deliveries.failed(delivery, code, refused));
      this.metrics.mails.inc({ purpose, outcome: failedOutcomes[state] });
      const fields = { purpose, eventId, attempts, code, ...(code === 'internal' && { err: error }) };
      if (state === 'failed') this.logger.error(fields, 'email failed permanently');
      else if (state === 'refused') this.logger.warn(fields, 'email refused by the mail server');
      else this.logger.warn(fields, 'email delivery failed; retrying later');
    } catch (err) {
      this.logger.error(
        { purpose, eventId, attempts, code, err },
        'failed to record a failed attempt to send an email; retrying when its lease ends',
      );
    }
  }
}
