import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IN_DOUBT, LOST, mayBeSentLater } from '@caredrop/contracts';
import type { SendSmsResponse } from '@caredrop/contracts/internal';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { SendingJob, SendingRow, SmsSend, Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { auditReason } from '../sms/audit-reason.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { failText } from '../sms/fail-text.js';
import { SendTokenSms } from '../sms/send-token-sms.js';
import { lockToken } from '../tokens/lock-token.js';
import { isBeingCommitted, statusOf } from '../tokens/token.js';
import { HoldRows } from './hold-rows.js';
import { settleRow, type RowKey, type Settled } from './settle-row.js';
import { ROW_LEASE_MS } from './take-row.js';
import { WaitJob } from './wait-job.js';

/** Delay before retrying a text that the provider could not accept. */
const RETRY_DELAY_MS = 5 * 60_000;

const inDoubt: Settled = { state: 'unconfirmed', code: IN_DOUBT };

/** Whether the link was texted by hand while its row was waiting. */
const wasTextedManually = ({ smsDeliveryId, smsStatus }: Token, { deliveryId }: SmsSend): boolean =>
  smsDeliveryId !== null && smsDeliveryId !== deliveryId && smsStatus !== 'failed';

interface RowContext {
  job: SendingJob;
  row: SendingRow;
  token: Token;
  sms: SmsSend;
}

@Injectable()
export class HandOverRow {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly sendTokenSms: SendTokenSms,
    private readonly holdRows: HoldRows,
    private readonly waitJob: WaitJob,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Hands the text of a row over to the notification service, which sends it at most once however often it is handed
   * over, and stores the outcome. A link that was texted by hand while the row waited is not texted again, and one whose
   * reader has reported that it is not theirs is not texted. Returns false when no other text of the job is to be tried
   * now. Throws when the outcome is unknown; the text is then handed over again with the same delivery id.
   * `isRetryOfInterrupted`: an earlier hand-over was interrupted, so the text may have been sent.
   */
  async execute(key: RowKey, { isRetryOfInterrupted } = { isRetryOfInterrupted: false }): Promise<boolean> {
    const context = await this.find(key);
    if (!context) return true;
    const { token, sms, job, row } = context;
    if (isBeingCommitted(token)) return this.wait(row, isRetryOfInterrupted);
    if (statusOf(token, new Date()) !== 'active') {
      const mayBeSent = isRetryOfInterrupted && sms.errorCode !== LOST;
      return this.settle(context, mayBeSent ? inDoubt : { state: 'failed', code: 'link_ended' });
    }
    if (!isRetryOfInterrupted && wasTextedManually(token, sms)) return this.skip(context);
    if (!isRetryOfInterrupted && token.problemReason === 'not_mine')
      return this.settle(context, { state: 'failed', code: 'not_mine' });
    const response = await this.sendTokenSms.handOver(token, job.ownerId, sms);
    if (response.outcome === 'accepted') return this.sent(context, response.status);
    if (response.outcome === 'limited') return this.limited(context, response);
    const code = response.code ?? 'unknown';
    if (mayBeSentLater(code)) return this.later(context, code);
    return this.settle(context, code === IN_DOUBT ? inDoubt : { state: 'failed', code });
  }

  private async find(key: RowKey): Promise<RowContext | null> {
    const found = await this.prisma.sendingRow.findUnique({
      where: { jobId_line: key, state: 'sending' },
      include: { job: true },
    });
    if (!found?.deliveryId) return null;
    const { job, ...row } = found;
    const { token, ...sms } = await this.prisma.smsSend.findUniqueOrThrow({
      where: { deliveryId: found.deliveryId },
      include: { token: true },
    });
    return { job, row, token, sms };
  }

  private async sent({ job, row, token, sms }: RowContext, status: string): Promise<true> {
    await this.sendTokenSms.accepted(token, sms, status, {
      actor: { id: job.ownerId, role: null },
      related: [auditSubject.sendingJob(job.id)],
      first: (tx) => settleRow(tx, row, 'sending', { state: 'sent' }),
    });
    this.metrics.sendingRows.inc({ outcome: 'sent' });
    return true;
  }

  /**
   * Tries the row again later: storing the document of an upload with its link may still fail. A row whose text may
   * have been sent keeps its lease, so that it cannot be cancelled.
   */
  private async wait(row: SendingRow, isRetryOfInterrupted: boolean): Promise<true> {
    if (!isRetryOfInterrupted) await this.requeue(this.prisma, row, new Date(Date.now() + ROW_LEASE_MS));
    return true;
  }

  /** Settles the row as sent without a text, because the patient already has one. */
  private async skip({ row }: RowContext): Promise<true> {
    const stored = await this.work.run((tx) => settleRow(tx, row, 'sending', { state: 'sent' }));
    if (stored) this.metrics.sendingRows.inc({ outcome: 'skipped' });
    return true;
  }

  private async settle({ job, row, token, sms }: RowContext, { state, code = '' }: Settled): Promise<true> {
    const stored = await this.work.run(async (tx, emit) => {
      await lockToken(tx, token.id);
      if (!(await settleRow(tx, row, 'sending', { state, code }))) return false;
      await this.showFailed(tx, emit, sms, code);
      await recordAuditEvent(emit, {
        ...{ action: 'token.send_sms', outcome: 'failed', reason: auditReason(code) },
        subject: auditSubject.token(token.id),
        related: [auditSubject.delivery(sms.deliveryId), auditSubject.sendingJob(job.id)],
        actor: { id: job.ownerId, role: null },
      });
      return true;
    });
    if (stored) this.metrics.sendingRows.inc({ outcome: state });
    return true;
  }

  /**
   * Marks the link's text as failed if the link is still active, which lists the link under *Needs attention*. Does not
   * replace a text that was sent by hand or whose status has arrived.
   */
  private async showFailed(tx: Tx, emit: Emit, sms: SmsSend, code: string): Promise<void> {
    const before = await tx.token.findUniqueOrThrow({ where: { id: sms.tokenId } });
    if (statusOf(before, new Date()) !== 'active' || before.smsDeliveryId !== null) return;
    await failText(tx, emit, sms, code, rulesOf(this.config));
    const data = { version: { increment: 1 } };
    const shown = await tx.token.update({ where: { id: sms.tokenId }, data });
    await emitSmsChanged(emit, shown, shown.version);
  }

  /** Nothing was sent. A clinician's limit holds up all rows with a text, a number's limit only its row. */
  private async limited(
    { job, row }: RowContext,
    { limit, retryAfterSeconds }: Extract<SendSmsResponse, { outcome: 'limited' }>,
  ): Promise<boolean> {
    await this.requeue(this.prisma, row, this.holdRows.afterLimit(retryAfterSeconds));
    if (limit === 'clinician') await this.holdRows.texts(job.id, retryAfterSeconds);
    return limit === 'number';
  }

  /**
   * The text was certainly not sent. The notification service remembers this outcome for its delivery id, so a retry
   * gets a new one. The waiting row shows the code's reason.
   */
  private async later({ job, row, token, sms }: RowContext, code: string): Promise<false> {
    const until = new Date(Date.now() + RETRY_DELAY_MS);
    await this.work.run(async (tx) => {
      if (!(await this.requeue(tx, row, until))) return;
      const { phoneNumber, wantsReminders } = sms;
      const deliveryId = randomUUID();
      await tx.smsSend.delete({ where: { deliveryId: sms.deliveryId } });
      await tx.smsSend.create({ data: { deliveryId, tokenId: token.id, phoneNumber, wantsReminders } });
      await tx.sendingRow.update({
        where: { jobId_line: { jobId: row.jobId, line: row.line } },
        data: { deliveryId, code },
      });
    });
    await this.waitJob.execute(job.id, until, 'provider');
    return false;
  }

  /** Without a lease the row can be cancelled again. */
  private async requeue(
    db: Pick<Tx, 'sendingRow'>,
    { jobId, line, deliveryId }: SendingRow,
    dueAt: Date,
  ): Promise<boolean> {
    const { count } = await db.sendingRow.updateMany({
      where: { jobId, line, deliveryId, state: 'sending' },
      data: { dueAt, leaseUntil: null, code: null },
    });
    return count === 1;
  }
}
