import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import type { Language } from '@caredrop/patient-copy';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { ScheduledSend, SmsSend, Token } from '../generated/prisma/client.js';
import { stillOffered } from '../offered-languages/offered.js';
import { OwnerStates, ownerOrTeamState } from '../people/owner-states.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { type ScheduleKey } from '../send-schedule/open-schedules.js';
import { decideDue, type DueState } from '../send-schedule/schedule-rules.js';
import { setLanguage } from '../sms/set-language.js';
import { isBeingCommitted, statusOf } from '../tokens/token.js';
import { keyOf, settle } from './settle-send.js';
import { lockToken } from '../tokens/lock-token.js';

/** Time for one attempt, after which another process may try. */
const LEASE_MS = 60_000;

export type Taken = ScheduleKey & { ownerId: string; teamId: string | null; senderId: string; sendAt: Date };

/**
 * What is left to do for a message that was taken: send a text or an email. `failed` or `ended`: it has been settled;
 * `nothing`: it is put off, or is no longer scheduled.
 */
export type Begun =
  | { what: 'text'; schedule: ScheduledSend; token: Token; sms: SmsSend }
  | { what: 'email'; schedule: ScheduledSend }
  | { what: 'failed' | 'ended' | 'nothing' };

@Injectable()
export class TakeDue {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly ownerStates: OwnerStates,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes the message that has been due the longest, by the database's clock; no other process takes it during the
   * lease.
   */
  async next(): Promise<Taken | null> {
    const [taken] = await this.prisma.$queryRaw<Taken[]>`
      UPDATE "scheduled_sends" s SET "next_try_at" = now() + ${LEASE_MS}::int * interval '1 millisecond'
      FROM "tokens" t
      WHERE t."id" = s."token_id" AND (s."token_id", s."channel") IN (
        SELECT "token_id", "channel" FROM "scheduled_sends" WHERE "next_try_at" <= now()
        ORDER BY "next_try_at" LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING s."token_id" AS "tokenId", s."channel", s."sender_id" AS "senderId", t."owner_id" AS "ownerId",
        t."team_id" AS "teamId", s."send_at" AS "sendAt"`;
    return taken ?? null;
  }

  /**
   * Looks up the accounts, then checks everything again and stores the delivery id of a text, in one transaction that
   * locks the link: a cancellation of a text either comes first or is refused.
   */
  async begin(taken: Taken, now = new Date()): Promise<Begun> {
    const accounts = await this.accountsOf(taken);
    return this.work.run(async (tx, emit): Promise<Begun> => {
      await lockToken(tx, taken.tokenId);
      const where = { tokenId_channel: keyOf(taken) };
      const schedule = await tx.scheduledSend.findUnique({ where });
      // Replaced during the lookup: the new message is not due yet.
      if (schedule?.sendAt.getTime() !== taken.sendAt.getTime()) return { what: 'nothing' };
      const token = await tx.token.findUniqueOrThrow({ where: { id: taken.tokenId } });
      if (!hasSameAccounts(taken, token, schedule)) return { what: 'nothing' };
      const decision = decideDue(stateOf(token, schedule, accounts, now), now);
      if (decision.what === 'wait') return { what: 'nothing' };
      if (decision.what !== 'send') return settle(tx, emit, schedule, decision, rulesOf(this.config));
      if (taken.channel === 'email') return { what: 'email', schedule };
      return { what: 'text', ...(await this.beginText(tx, emit, schedule, token)) };
    });
  }

  private async beginText(tx: Tx, emit: Emit, schedule: ScheduledSend, token: Token) {
    const sms = await textOf(tx, schedule);
    const language = languageFor(token, schedule, this.config.LANGUAGES);
    if (token.language === null) await setLanguage(tx, emit, token.id, language);
    return {
      ...{ schedule: { ...schedule, deliveryId: sms.deliveryId }, sms },
      token: { ...token, language },
    };
  }

  /** Unknown while the auth service is unavailable: the message is then put off. */
  private async accountsOf(taken: Taken): Promise<DueState['accounts']> {
    const { senderId, ownerId } = taken;
    try {
      const states = await this.ownerStates.of([senderId, ownerId]);
      const found = [ownerOrTeamState(taken, states), states.get(senderId)];
      return (['enabled', 'unknown'] as const).find((state) => found.includes(state)) ?? 'disabled';
    } catch (err) {
      this.logger.warn({ err }, 'failed to look up the senders of scheduled messages');
      return 'unknown';
    }
  }
}

/** The link's language; if it has none, the one that an earlier version stored with the message. */
export const languageFor = (
  { language }: Pick<Token, 'language'>,
  schedule: ScheduledSend,
  offered: readonly Language[],
): string | null => language ?? stillOffered(schedule.language, offered);

/** False if the sender, owner or team changed during the lookup: the wrong accounts were then looked up. */
const hasSameAccounts = (taken: Taken, token: Token, schedule: ScheduledSend): boolean =>
  token.ownerId === taken.ownerId && token.teamId === taken.teamId && schedule.senderId === taken.senderId;

const stateOf = (
  token: Token,
  { sendAt }: ScheduledSend,
  accounts: DueState['accounts'],
  now: Date,
): DueState => ({
  status: statusOf(token, now),
  replaced: token.replacedBy !== null,
  isBeingCommitted: isBeingCommitted(token),
  claimedUntil: token.leaseUntil,
  notMine: token.problemReason === 'not_mine',
  ...{ expiresAt: token.expiresAt, sendAt, accounts },
});

/** The text's row: a new one, or that of an earlier attempt whose outcome is unknown. */
async function textOf(tx: Tx, schedule: ScheduledSend): Promise<SmsSend> {
  const { tokenId, recipient: phoneNumber, wantsReminders, deliveryId: before } = schedule;
  if (before !== null) return tx.smsSend.findUniqueOrThrow({ where: { deliveryId: before } });
  const deliveryId = randomUUID();
  await tx.scheduledSend.update({ where: { tokenId_channel: keyOf(schedule) }, data: { deliveryId } });
  return tx.smsSend.create({ data: { deliveryId, tokenId, phoneNumber, wantsReminders } });
}
