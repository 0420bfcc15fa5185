import { Inject, Injectable } from '@nestjs/common';
import { AppError, CannotOpen, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { OwnerStates, ownerOrTeamState, type OwnerState } from '../people/owner-states.js';
import { isReminderHour } from '../reminder-plan/reminder-plan.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { isBeingCommitted } from '../tokens/token.js';
import { ClaimReminder, HAND_OVER_LEASE_MS } from './claim-reminder.js';
import { dueReminders, type DueReminder } from './due-reminders.js';
import { HandOverReminder } from './hand-over-reminder.js';
import { SkipReminder } from './skip-reminder.js';

const BATCH = 100;
/** Maximum number of due reminders tried in one round, taken at random so that replicas seldom try the same ones. */
const ROUND = 10;

@Injectable()
export class SendDueReminders {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly ownerStates: OwnerStates,
    private readonly claimReminder: ClaimReminder,
    private readonly skipReminder: SkipReminder,
    private readonly handOverReminder: HandOverReminder,
    private readonly presenter: TokenPresenter,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends due reminders, but only within the hours for reminders; many replicas may run it concurrently. First retries
   * texts that were claimed earlier and whose outcome is unknown, because a process died or the notification service
   * was unavailable. While the outcome of one of these remains unknown, no further reminder is claimed; a text whose
   * link cannot be decrypted, or has an upload that is being committed, does not count. Returns whether there may be
   * more to do. `now` is the database's time by default. Stops before the next reminder once `isStopping` returns true.
   */
  async execute(now?: Date, isStopping = () => false): Promise<boolean> {
    if (this.config.REMINDERS === 'off') return false;
    const time = now ?? (await this.databaseTime());
    if (!isReminderHour(time, this.config.CLINIC_TIME_ZONE)) return false;
    await this.handOverOpen(time, isStopping);
    if (await this.isBlocked(time)) return false;
    const due = await this.prisma.$queryRaw<DueReminder[]>(dueReminders(time, BATCH));
    const round = someOf(due, ROUND);
    const owners = await this.ownerStates.of(round.map(({ ownerId }) => ownerId));
    let done = false;
    for (const reminder of round) {
      if (isStopping()) break;
      if (await this.send(reminder, ownerOrTeamState(reminder, owners), time)) done = true;
    }
    return done && due.length > round.length;
  }

  /**
   * Whether an earlier reminder could not be handed over yet; further ones would probably fail as well. One whose link
   * cannot be decrypted, or waits for an upload to be committed, does not count.
   */
  private async isBlocked(now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - HAND_OVER_LEASE_MS);
    const open = await this.prisma.smsSend.findMany({
      where: { sendAt: { not: null }, createdAt: { lt: since } },
      select: {
        token: { select: { id: true, linkKeyId: true, linkSealed: true, status: true, confirmedAt: true } },
      },
    });
    return open.some(({ token }) => !isBeingCommitted(token) && this.presenter.canDecrypt(token));
  }

  private async databaseTime(): Promise<Date> {
    const [row] = await this.prisma.$queryRaw<[{ now: Date }]>`SELECT now() AS now`;
    return row.now;
  }

  /**
   * Returns whether this process claimed the reminder, or skipped it because the link has no team and its owner's
   * account is disabled or deleted. While the owner's state is unknown, the reminder is put off.
   */
  private async send(due: DueReminder, owner: OwnerState, now: Date): Promise<boolean> {
    if (owner === 'unknown') return false;
    if (owner !== 'enabled') return this.skipReminder.ownerDisabled(due, now);
    const deliveryId = await this.claim(due, now);
    if (deliveryId && due.channel === 'sms') await this.handOver(deliveryId, now);
    return deliveryId !== null;
  }

  /** Null when it was not claimed; it is then skipped or postponed if it must not be sent now. */
  private async claim(due: DueReminder, now: Date): Promise<string | null> {
    try {
      const deliveryId = await this.claimReminder.execute(due, now);
      if (deliveryId === null) await this.skipReminder.recentlyReminded(due, now);
      return deliveryId;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 429) throw error;
      await this.skipReminder.limited(due, error, now);
      return null;
    }
  }

  /** Takes open reminders with a lease, so that no other process takes them until it ends, and hands them over. */
  private async handOverOpen(now: Date, isStopping: () => boolean): Promise<void> {
    const until = new Date(now.getTime() + HAND_OVER_LEASE_MS);
    const open = await this.prisma.$queryRaw<
      { deliveryId: string; ownerId: string; teamId: string | null }[]
    >`
      UPDATE "sms_sends" s SET "send_at" = ${until} FROM "tokens" t
      WHERE t."id" = s."token_id" AND s."delivery_id" IN (
        SELECT "delivery_id" FROM "sms_sends" WHERE "send_at" <= ${now}
        ORDER BY "send_at" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING s."delivery_id" AS "deliveryId", t."owner_id" AS "ownerId", t."team_id" AS "teamId"`;
    if (open.length === 0) return;
    this.logger.warn(
      { count: open.length },
      'retrying reminders that were claimed earlier but whose outcome is unknown',
    );
    const owners = await this.ownerStates.of(open.map(({ ownerId }) => ownerId));
    for (const { deliveryId, ...link } of open) {
      if (isStopping()) break;
      const owner = ownerOrTeamState(link, owners);
      if (owner !== 'unknown') await this.handOver(deliveryId, now, { isLookedAfter: owner === 'enabled' });
    }
  }

  /**
   * A reminder whose link cannot be decrypted does not hold up the others. Any other error ends the round, because
   * further reminders would probably fail as well.
   */
  private async handOver(deliveryId: string, now: Date, link?: { isLookedAfter: boolean }): Promise<void> {
    try {
      await this.handOverReminder.execute(deliveryId, now, link);
    } catch (err) {
      if (!(err instanceof CannotOpen)) throw err;
      this.logger.warn(
        { err, deliveryId },
        'failed to decrypt the link of a reminder; retrying once its lease has ended',
      );
    }
  }
}

/** Returns `count` consecutive items, with wrap-around, starting from a random one. */
function someOf<T>(items: T[], count: number): T[] {
  const from = Math.floor(Math.random() * items.length);
  return [...items.slice(from), ...items.slice(0, from)].slice(0, count);
}
