import { Inject, Injectable } from '@nestjs/common';
import { IN_DOUBT, isPermanentFailure, mayBeSentLater } from '@caredrop/contracts';
import type { SendSmsResponse } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, InternalClient, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { SmsSend, Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { lastReminder, setLastReminder } from '../claimed-reminders/last-reminder.js';
import { planNextReminder } from '../claimed-reminders/plan-next-reminder.js';
import { nextReminderHour } from '../reminder-plan/reminder-plan.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { auditReason } from '../sms/audit-reason.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { linkText } from '../sms/link-texts.js';
import { postSms } from '../sms/post-sms.js';
import { aroundLink } from '../sms/sms-text.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { isBeingCommitted } from '../tokens/token.js';
import { stopReason } from '../claimed-reminders/stop-reason.js';
import { currentPlan, stopReminders } from '../reminder-plan/stop-reminders.js';

const LATER_MS = 3_600_000;

type Claimed = SmsSend & { token: Token; reminder: number };

/** The outcome of a hand-over: a metric's label, and the audit's outcome. */
type Ended = Pick<AuditEvent, 'outcome' | 'reason'> & { label: string };

const SENT: Ended = { label: 'sent' };

@Injectable()
export class HandOverReminder {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(InternalClient) private readonly client: InternalClient,
    private readonly presenter: TokenPresenter,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Hands a claimed reminder over to the notification service, which sends it at most once however often it is handed
   * over. The stop rules are checked again. Throws when the outcome is unknown; the reminder is then handed over again
   * with the same delivery id, unless its status has proved in the meantime that it was sent. A patient whose upload is
   * confirmed during the call itself may still be reminded.
   */
  async execute(deliveryId: string, now: Date, { isLookedAfter } = { isLookedAfter: true }): Promise<void> {
    const claimed = await this.find(deliveryId);
    if (!claimed) return;
    if (claimed.accepted) return this.end(claimed, SENT, (tx) => this.finish(tx, claimed));
    // Storing the document may still fail: the reminder is checked again after its lease.
    if (isBeingCommitted(claimed.token)) return;
    const stopped = isLookedAfter ? stopReason(claimed, now) : 'owner_disabled';
    if (stopped) return this.close(claimed, stopped);
    const response = await this.ask(claimed);
    await this.store(claimed, response, now);
  }

  private async find(deliveryId: string): Promise<Claimed | null> {
    const send = await this.prisma.smsSend.findUnique({ where: { deliveryId }, include: { token: true } });
    return send?.reminder && send.sendAt ? { ...send, reminder: send.reminder } : null;
  }

  private async ask({ deliveryId, phoneNumber: to, token }: Claimed): Promise<SendSmsResponse> {
    const text = linkText('reminder', token, this.config);
    const { template, link } = aroundLink(text, this.presenter.linkValue(token), this.config.PUBLIC_URL);
    const body = { deliveryId, tokenId: token.id, senderId: token.ownerId, to, body: template, link };
    // Until the outcome is known, the reminder may have been sent.
    await this.prisma.smsSend.updateMany({
      where: { deliveryId, accepted: false, sendAt: { not: null } },
      data: { errorCode: IN_DOUBT },
    });
    return postSms(this.client, body, { onBehalf: false });
  }

  private async store(claimed: Claimed, response: SendSmsResponse, now: Date): Promise<void> {
    if (response.outcome === 'accepted')
      return this.end(claimed, SENT, (tx) => this.sent(tx, claimed, response.status, now));
    const code = response.outcome === 'limited' ? `limit_${response.limit}` : (response.code ?? 'unknown');
    const refused: Ended = { label: 'refused', outcome: 'failed', reason: auditReason(code) };
    if (response.outcome === 'limited')
      return this.end(claimed, { ...refused, label: 'limited' }, (tx) =>
        this.postpone(tx, claimed, new Date(now.getTime() + response.retryAfterSeconds * 1000)),
      );
    if (mayBeSentLater(code))
      return this.end(claimed, { ...refused, label: 'postponed' }, (tx) =>
        this.postpone(tx, claimed, new Date(now.getTime() + LATER_MS)),
      );
    const label = code === IN_DOUBT ? 'in_doubt' : 'refused';
    return this.end(claimed, { ...refused, label }, (tx) => this.refused(tx, claimed, code, now));
  }

  private async sent(tx: Tx, claimed: Claimed, status: string, now: Date): Promise<void> {
    await tx.smsSend.update({
      where: { deliveryId: claimed.deliveryId },
      data: { accepted: true, status, errorCode: null, sendAt: null, createdAt: now },
    });
    await planNextReminder(tx, claimed, rulesOf(this.config), now);
  }

  /** Postpones a reminder that was certainly not sent: it no longer counts, and is due again later. */
  private async postpone(tx: Tx, claimed: Claimed, until: Date): Promise<void> {
    await tx.smsSend.delete({ where: { deliveryId: claimed.deliveryId } });
    await tx.token.updateMany({
      where: { ...currentPlan(claimed), remindersStopped: null },
      data: {
        reminderCount: claimed.reminder - 1,
        lastReminderAt: await lastReminder(tx, claimed.token),
        nextReminderAt: nextReminderHour(until, this.config.CLINIC_TIME_ZONE),
      },
    });
  }

  private async refused(tx: Tx, claimed: Claimed, code: string, now: Date): Promise<void> {
    const status = code === IN_DOUBT ? 'other' : 'failed';
    await tx.smsSend.update({
      where: { deliveryId: claimed.deliveryId },
      data: { status, errorCode: code, sendAt: null, createdAt: now },
    });
    await setLastReminder(tx, claimed);
    if (isPermanentFailure(code)) await stopReminders(tx, currentPlan(claimed), code);
  }

  /**
   * Closes a reminder to which a stop rule now applies, or which is too old. One that was handed over without a known
   * outcome may have been sent.
   */
  private async close(claimed: Claimed, reason: string): Promise<void> {
    if (claimed.errorCode === IN_DOUBT) {
      const inDoubt: Ended = { label: 'in_doubt', outcome: 'failed', reason: IN_DOUBT };
      return this.end(claimed, inDoubt, (tx) => this.finish(tx, claimed, { status: 'other' }));
    }
    const outcome = reason === 'too_late' ? 'failed' : 'refused';
    await this.end(claimed, { label: reason, outcome, reason }, (tx) => this.finish(tx, claimed));
  }

  private async finish(tx: Tx, claimed: Claimed, data: { status?: string } = {}): Promise<void> {
    await tx.smsSend.update({ where: { deliveryId: claimed.deliveryId }, data: { ...data, sendAt: null } });
    await setLastReminder(tx, claimed);
  }

  /**
   * Another process may have stored the outcome in the meantime; that outcome then counts. A status that has arrived
   * proves that the reminder was sent when it was claimed; the next one is planned already.
   */
  private async end(claimed: Claimed, ended: Ended, change: (tx: Tx) => Promise<void>): Promise<void> {
    const { deliveryId, token } = claimed;
    const label = await this.work.run(async (tx, emit) => {
      // Locks the row first, as every change to a link and its texts does.
      const locked = await tx.token.update({ where: { id: token.id }, data: { version: { increment: 1 } } });
      const open = await tx.smsSend.findFirst({ where: { deliveryId, sendAt: { not: null } } });
      if (!open) return null;
      await (open.accepted ? this.finish(tx, claimed) : change(tx));
      await emitSmsChanged(emit, locked, locked.version);
      const { label, ...outcome } = open.accepted ? SENT : ended;
      await recordAuditEvent(emit, {
        action: 'token.send_reminder',
        ...outcome,
        subject: auditSubject.token(token.id),
        related: [auditSubject.delivery(deliveryId)],
        actor: 'system',
      });
      return label;
    });
    if (label) this.metrics.reminders.inc({ channel: 'sms', outcome: label });
  }
}
