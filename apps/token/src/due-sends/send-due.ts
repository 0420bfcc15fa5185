import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { mayBeSentLater } from '@caredrop/contracts';
import type { SendSmsResponse } from '@caredrop/contracts/internal';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { AppError, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { queueEmail } from '../email-queue/queue-email.js';
import type { ScheduledSend } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { closeText, showSchedule } from '../send-schedule/open-schedules.js';
import { SendTokenSms } from '../sms/send-token-sms.js';
import { postponeSend, putBack } from './postpone-send.js';
import { failSend, keyOf, unchanged } from './settle-send.js';
import { languageFor, TakeDue, type Begun, type Taken } from './take-due.js';
import { lockToken } from '../tokens/lock-token.js';

/** Maximum number of messages sent in one round. */
const ROUND = 10;
/** Delay before retrying a text that the provider could not accept. */
const LATER_MS = 5 * 60_000;

type Text = Extract<Begun, { what: 'text' }>;
type Outcome = 'sent' | 'failed' | 'postponed' | 'ended' | null;

@Injectable()
export class SendDue {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly takeDue: TakeDue,
    private readonly sendTokenSms: SendTokenSms,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends scheduled messages that are due; many replicas may run it concurrently. A message whose outcome is unknown is
   * tried again after its lease; a text keeps its delivery id. Stops before the next message once `isStopping` returns
   * true. Returns whether there may be more to do.
   */
  async execute(isStopping = () => false): Promise<boolean> {
    for (let n = 0; n < ROUND && !isStopping(); n += 1) {
      const taken = await this.takeDue.next();
      if (!taken) return false;
      await this.attempt(taken);
    }
    return true;
  }

  /** A message that fails does not hold up the others. */
  private async attempt(taken: Taken): Promise<void> {
    try {
      const outcome = await this.send(taken);
      if (outcome) this.metrics.scheduledSends.inc({ channel: taken.channel, outcome });
    } catch (err) {
      this.logger.warn(
        { err, tokenId: taken.tokenId },
        'failed to send a scheduled message; it will be tried again',
      );
    }
  }

  private async send(taken: Taken): Promise<Outcome> {
    const begun = await this.takeDue.begin(taken);
    if (begun.what === 'text') return this.sendText(begun);
    if (begun.what === 'email') return this.sendEmail(begun.schedule);
    return begun.what === 'nothing' ? null : begun.what;
  }

  private async sendText({ schedule, token, sms }: Text): Promise<Outcome> {
    const { senderId, message } = schedule;
    const response = await this.sendTokenSms.handOver(token, senderId, sms, message);
    if (response.outcome !== 'accepted')
      return this.work.run((tx, emit) => this.refused(tx, emit, schedule, response));
    await this.sendTokenSms.accepted(token, sms, response.status, {
      actor: { id: senderId, role: null },
      first: async (tx) => (await closeText(tx, sms)) !== null,
    });
    return 'sent';
  }

  private async refused(
    tx: Tx,
    emit: Emit,
    schedule: ScheduledSend,
    response: Exclude<SendSmsResponse, { outcome: 'accepted' }>,
  ): Promise<Outcome> {
    await lockToken(tx, schedule.tokenId);
    if (response.outcome === 'limited')
      return postponeSend(tx, emit, schedule, response.retryAfterSeconds, rulesOf(this.config));
    const code = response.code ?? 'unknown';
    if (!mayBeSentLater(code))
      return (await failSend(tx, emit, schedule, code, rulesOf(this.config))) ? 'failed' : null;
    await putBack(tx, schedule, new Date(Date.now() + LATER_MS));
    return null;
  }

  private async sendEmail(schedule: ScheduledSend): Promise<Outcome> {
    try {
      return await this.work.run((tx, emit) => this.queue(tx, emit, schedule));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 429) throw error;
      const { retryAfter = 3600 } = error;
      const rules = rulesOf(this.config);
      return this.work.run((tx, emit) => postponeSend(tx, emit, schedule, retryAfter, rules));
    }
  }

  /** Queues the email and deletes its schedule in one transaction, so that it is queued only once. */
  private async queue(tx: Tx, emit: Emit, schedule: ScheduledSend): Promise<Outcome> {
    const { tokenId, senderId, recipient: address, wantsReminders } = schedule;
    await lockToken(tx, tokenId);
    const { count } = await tx.scheduledSend.deleteMany({ where: unchanged(schedule) });
    if (count === 0) return null;
    const token = await showSchedule(tx, emit, keyOf(schedule), null);
    const email = {
      deliveryId: randomUUID(),
      senderId,
      address,
      language: languageFor(token, schedule, this.config.LANGUAGES),
      wantsReminders,
      actor: { id: senderId, role: null },
    };
    await queueEmail(tx, emit, tokenId, email, this.config);
    return 'sent';
  }
}
