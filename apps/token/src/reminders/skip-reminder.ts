import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AppError, type AuditEvent } from '@caredrop/service-kit';
import type { BelongingToken } from '../belonging/about-token.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { nextReminderHour, planReminders } from '../reminder-plan/reminder-plan.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { isStillDue, type DueReminder } from './due-reminders.js';
import { wasReminded } from './recently-reminded.js';

const { sql } = Prisma;

interface Skip {
  /** When the link's next reminder is due. */
  next: Date | null;
  /** A condition in addition to being due. */
  applies?: Prisma.Sql;
  outcome: AuditEvent['outcome'];
  reason: string;
  /** The outcome that the metric counts. */
  label: string;
}

/** Reschedules a link whose due reminder is not sent now. */
@Injectable()
export class SkipReminder {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Moves the link on to its next planned reminder if its number or address had a reminder in the last 24 hours.
   * Returns false if nothing was changed.
   */
  recentlyReminded(due: DueReminder, now: Date): Promise<boolean> {
    const reason = due.channel === 'sms' ? 'number_reminded' : 'address_reminded';
    const applies = wasReminded(due, this.config.LINK_KEYS, now);
    const next = this.nextPlanned(due, now);
    return this.skip(due, now, { next, applies, outcome: 'refused', reason, label: reason });
  }

  /** Moves the link on to its next planned reminder, because it has no team and its owner is disabled or deleted. */
  ownerDisabled(due: DueReminder, now: Date): Promise<boolean> {
    const reason = 'owner_disabled';
    return this.skip(due, now, {
      next: this.nextPlanned(due, now),
      outcome: 'refused',
      reason,
      label: reason,
    });
  }

  /** Postpones the reminder until emails may be sent again; it does not count. */
  limited(due: DueReminder, { code, retryAfter = 3600 }: AppError, now: Date): Promise<boolean> {
    const until = new Date(now.getTime() + retryAfter * 1000);
    const next = nextReminderHour(until, this.config.CLINIC_TIME_ZONE);
    return this.skip(due, now, { next, outcome: 'failed', reason: code, label: 'limited' });
  }

  private nextPlanned(due: DueReminder, now: Date): Date | null {
    const plan = { ...due, from: due.remindersFrom, sent: due.reminderCount, last: due.lastReminderAt };
    return planReminders(plan, rulesOf(this.config), now)[0] ?? null;
  }

  private skip(
    due: DueReminder,
    now: Date,
    { next, applies = sql`true`, label, ...outcome }: Skip,
  ): Promise<boolean> {
    return this.work.run(async (tx, emit) => {
      const [link] = await tx.$queryRaw<(BelongingToken & { version: number })[]>`
        UPDATE "tokens" SET "next_reminder_at" = ${next}, "version" = "version" + 1
        WHERE "id" = ${due.id}::uuid AND ${isStillDue(due, now)} AND ${applies}
        RETURNING "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "version"`;
      if (!link) return false;
      await this.record(emit, link, outcome);
      this.metrics.reminders.inc({ channel: due.channel, outcome: label });
      return true;
    });
  }

  private async record(
    emit: Emit,
    link: BelongingToken & { version: number },
    outcome: Pick<AuditEvent, 'outcome' | 'reason'>,
  ): Promise<void> {
    await emitSmsChanged(emit, link, link.version);
    const subject = auditSubject.token(link.id);
    await recordAuditEvent(emit, { action: 'token.send_reminder', ...outcome, subject, actor: 'system' });
  }
}
