import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import type { BelongingToken } from '../belonging/about-token.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { writeEmail } from '../email-queue/write-email.js';
import { planReminders } from '../reminder-plan/reminder-plan.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { isStillDue, type DueReminder } from './due-reminders.js';
import { numberMarks } from './number-marks.js';
import { wasReminded } from './recently-reminded.js';

/** Time for one attempt to hand a reminder over, after which another process may try. */
export const HAND_OVER_LEASE_MS = 60_000;

/** Namespace of the advisory lock that enforces "no other reminder to this number or address" across replicas. */
const RECIPIENT_LOCK = 6003;

type Claimed = BelongingToken & { n: number; version: number };

@Injectable()
export class ClaimReminder {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Claims one due reminder: counts it, sets the next time and writes the delivery, in one transaction. A text is then
   * handed over; an email is queued by the same transaction. At most one of any number of concurrent calls gets the
   * delivery id. Returns null when another process was faster, when a stop rule applies, or when the number or address
   * has been reminded in the last 24 hours. Throws 429 when a daily email limit is reached.
   */
  async execute(due: DueReminder, now: Date): Promise<string | null> {
    return this.work.run(async (tx, emit) => {
      const recipient = due.recipient.toLowerCase();
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${RECIPIENT_LOCK}::int, hashtext(${recipient}))`;
      const link = await this.claim(tx, due, now);
      if (!link) return null;
      return due.channel === 'email'
        ? this.writeEmail(tx, emit, due, link, now)
        : this.writeText(tx, emit, due, link, now);
    });
  }

  private async claim(tx: Tx, due: DueReminder, now: Date): Promise<Claimed | undefined> {
    const plan = { ...due, from: due.remindersFrom, sent: due.reminderCount + 1, last: now };
    const [next = null] = planReminders(plan, rulesOf(this.config), now);
    const [link] = await tx.$queryRaw<Claimed[]>`
      UPDATE "tokens" SET "reminder_count" = "reminder_count" + 1, "next_reminder_at" = ${next},
        "last_reminder_at" = ${now}, "version" = "version" + 1
      WHERE "id" = ${due.id}::uuid AND ${isStillDue(due, now)} AND NOT ${wasReminded(due, this.config.LINK_KEYS, now)}
      RETURNING "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "reminder_count" AS n, "version"`;
    return link;
  }

  private async writeText(tx: Tx, emit: Emit, due: DueReminder, link: Claimed, now: Date): Promise<string> {
    const deliveryId = randomUUID();
    const [numberMark = null] = numberMarks(this.config.LINK_KEYS, due.recipient);
    const sendAt = new Date(now.getTime() + HAND_OVER_LEASE_MS);
    await tx.smsSend.create({
      data: {
        ...{ deliveryId, tokenId: link.id, phoneNumber: due.recipient },
        ...{ reminder: link.n, numberMark, sendAt, createdAt: now },
      },
    });
    await emitSmsChanged(emit, link, link.version);
    return deliveryId;
  }

  private async writeEmail(tx: Tx, emit: Emit, due: DueReminder, link: Claimed, now: Date): Promise<string> {
    const deliveryId = randomUUID();
    const email = { deliveryId, senderId: link.ownerId, address: due.recipient };
    await writeEmail(tx, emit, link, { ...email, reminder: link.n, createdAt: now }, this.config);
    return deliveryId;
  }
}
