import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { limits } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { LEAST_TIME_LEFT_MS, NUMBER_SPACING_MS, planReminders } from '../reminder-plan/reminder-plan.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import type { BelongingToken } from '../belonging/about-token.js';
import { numberMarks } from './number-marks.js';

/** A link whose reminder is due. */
export interface DueReminder {
  id: string;
  ownerId: string;
  expiresAt: Date;
  remindersFrom: Date;
  reminderCount: number;
  lastReminderAt: Date | null;
  smsPhoneNumber: string;
}

/** Why a due reminder is skipped; the next planned one is still sent. */
type SkipReason = 'number_reminded' | 'owner_disabled';

/** Time for one attempt to hand a reminder over, after which another process may try. */
export const HAND_OVER_LEASE_MS = 60_000;

/** Namespace of the advisory lock that enforces "no other reminder to this number" across replicas. */
const NUMBER_LOCK = 6003;

const { sql } = Prisma;

/** Times are compared with the time of the sweep, which is that of the database's clock. */
export const isDue = (now: Date): Prisma.Sql => sql`
  "next_reminder_at" <= ${now} AND "status" = 'active' AND "confirmed_at" IS NULL
  AND "reminders_paused_at" IS NULL AND "problem_reason" IS DISTINCT FROM 'not_mine' AND "reminder_count" < ${limits.remindersMax}
  AND "expires_at" > ${new Date(now.getTime() + LEAST_TIME_LEFT_MS)}
  AND ("claim_id" IS NULL OR "lease_until" <= ${now})
  AND "sms_phone_number" IS NOT NULL AND "sms_status" IN ('delivered', 'sent')`;

/** A reminder that was certainly not sent does not count. */
const numberWasReminded = (marks: Uint8Array[], now: Date): Prisma.Sql => sql`
  EXISTS (SELECT 1 FROM "sms_sends" s
    WHERE s."number_mark" IN (${Prisma.join(marks)}) AND (s."accepted" OR s."status" IS DISTINCT FROM 'failed')
      AND (s."send_at" IS NOT NULL OR s."created_at" > ${new Date(now.getTime() - NUMBER_SPACING_MS)}))`;

@Injectable()
export class ClaimReminder {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Claims one due reminder: counts it, sets the next time and writes the delivery, in one transaction.
   * Exactly one of any number of concurrent calls gets the delivery id. Returns null when another process was
   * faster, when a stop rule applies, or when the number has been reminded in the last 24 hours; the link
   * then waits for its next planned time.
   */
  async execute(due: DueReminder, now: Date): Promise<string | null> {
    return this.work.run(async (tx, emit) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBER_LOCK}::int, hashtext(${due.smsPhoneNumber}))`;
      const deliveryId = await this.claim(tx, emit, due, now);
      if (!deliveryId) await this.skip(tx, emit, due, now, 'number_reminded');
      return deliveryId;
    });
  }

  /** Moves a link on to its next planned reminder because its owner's account is disabled. */
  skipDisabled(due: DueReminder, now: Date): Promise<boolean> {
    return this.work.run((tx, emit) => this.skip(tx, emit, due, now, 'owner_disabled'));
  }

  private async claim(tx: Tx, emit: Emit, due: DueReminder, now: Date): Promise<string | null> {
    const next = this.nextAfter({ ...due, sent: due.reminderCount + 1, last: now }, now);
    const marks = numberMarks(this.config.LINK_KEYS, due.smsPhoneNumber);
    const [row] = await tx.$queryRaw<(BelongingToken & { n: number; version: number })[]>`
      UPDATE "tokens" SET "reminder_count" = "reminder_count" + 1, "next_reminder_at" = ${next},
        "last_reminder_at" = ${now}, "version" = "version" + 1
      WHERE "id" = ${due.id}::uuid AND ${isDue(now)} AND "sms_phone_number" = ${due.smsPhoneNumber}
        AND NOT ${numberWasReminded(marks, now)}
      RETURNING "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "reminder_count" AS n, "version"`;
    if (!row) return null;
    const deliveryId = randomUUID();
    const sendAt = new Date(now.getTime() + HAND_OVER_LEASE_MS);
    await tx.smsSend.create({
      data: {
        ...{ deliveryId, tokenId: due.id, phoneNumber: due.smsPhoneNumber },
        ...{ reminder: row.n, numberMark: marks[0] ?? null, sendAt, createdAt: now },
      },
    });
    await emitSmsChanged(emit, row, row.version);
    return deliveryId;
  }

  private async skip(tx: Tx, emit: Emit, due: DueReminder, now: Date, reason: SkipReason): Promise<boolean> {
    const next = this.nextAfter({ ...due, sent: due.reminderCount, last: due.lastReminderAt }, now);
    const marks = numberMarks(this.config.LINK_KEYS, due.smsPhoneNumber);
    const applies = reason === 'number_reminded' ? numberWasReminded(marks, now) : sql`true`;
    const [row] = await tx.$queryRaw<(BelongingToken & { version: number })[]>`
      UPDATE "tokens" SET "next_reminder_at" = ${next}, "version" = "version" + 1
      WHERE "id" = ${due.id}::uuid AND ${isDue(now)} AND ${applies}
      RETURNING "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "version"`;
    if (!row) return false;
    await emitSmsChanged(emit, row, row.version);
    const subject = auditSubject.token(due.id);
    const outcome = { outcome: 'refused', reason } as const;
    await recordAuditEvent(emit, { action: 'token.send_reminder', ...outcome, subject, actor: 'system' });
    this.metrics.reminders.inc({ outcome: reason });
    return true;
  }

  private nextAfter(
    link: Pick<DueReminder, 'expiresAt' | 'remindersFrom'> & { sent: number; last: Date | null },
    now: Date,
  ): Date | null {
    return planReminders({ ...link, from: link.remindersFrom }, rulesOf(this.config), now)[0] ?? null;
  }
}
