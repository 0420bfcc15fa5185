import { Inject, Injectable } from '@nestjs/common';
import { limits } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type Logger } from '@caredrop/service-kit';
import { LOGGER } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { Prisma, type LinkHandOver } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { Colleagues, type Colleague } from '../people/colleagues.js';
import type { BelongingToken } from '../belonging/about-token.js';
import { emitAssigned, recordAssigned } from './emit-assigned.js';
import { endSnoozes } from './end-snoozes.js';

/** Links moved in one transaction: few enough that clinicians and patients do not notice the locks. */
export const HAND_OVER_BATCH = 100;

/**
 * A link that still needs an owner: it is active, it has expired but its patient could still request a new one, it has
 * received a document that is neither reviewed nor deleted, or its patient skipped it and has an open report.
 */
const needsSomeone = Prisma.sql`(status = 'active'
  OR (status = 'expired' AND replaced_by IS NULL AND expires_at > now() - ${limits.renewalDays}::int * interval '1 day')
  OR (status = 'used' AND reviewed_at IS NULL AND document_state IS DISTINCT FROM 'deleted')
  OR (skipped_at IS NOT NULL AND problem_at IS NOT NULL AND replaced_by IS NULL))`;

interface Moved extends BelongingToken {
  version: number;
  createdAt: Date;
  previousTeamId: string | null;
}

interface Accounts {
  /** The colleague who takes the links over; null if none was named, or if that account has been deleted since. */
  owner: Colleague | null;
  /** Whether the account whose links are moved is still disabled or has been deleted. */
  stillDisabled: boolean;
}

interface Batch {
  moved: number;
  /** False when the colleague has been deleted since, and no team was named. */
  taken: boolean;
}

/** Moves the links of disabled users to the colleague or team that takes them over. */
@Injectable()
export class HandOverLinks {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly colleagues: Colleagues,
    private readonly metrics: TokenMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Moves one batch, in one transaction with its events and audit entries: a process that is killed leaves complete
   * batches, and the next run continues. Returns whether there may be more that this replica can move.
   */
  async execute(): Promise<boolean> {
    const next = await this.prisma.linkHandOver.findFirst({
      where: { endedAt: null },
      orderBy: [{ askedAt: 'asc' }, { eventId: 'asc' }],
    });
    if (!next) return false;
    const accounts = await this.accountsOf(next);
    const done = await this.work.run((tx, emit) => this.batch(tx, emit, next.eventId, accounts));
    if (!done) return false;
    this.metrics.assignments.inc({ how: 'all_at_once' }, done.moved);
    if (!done.taken)
      this.logger.warn(
        { userId: next.userId },
        'no colleague or team to take over the links of a disabled user; they are not moved',
      );
    return true;
  }

  private async accountsOf({ userId, toUserId }: LinkHandOver): Promise<Accounts> {
    const previous = await this.colleagues.find(userId);
    return {
      owner: toUserId === null ? null : await this.colleagues.find(toUserId),
      stillDisabled: previous === null || previous.disabled,
    };
  }

  /**
   * Locks the hand-over's row, so that only one replica at a time moves its links. Returns null when another replica
   * holds the lock. The hand-over ends only when a batch finds no link, because links can be made while the previous
   * batch is moved.
   */
  private async batch(tx: Tx, emit: Emit, eventId: string, accounts: Accounts): Promise<Batch | null> {
    const [open] = await tx.$queryRaw<{ eventId: string }[]>`
      SELECT event_id AS "eventId" FROM link_hand_overs WHERE event_id = ${eventId}::uuid AND ended_at IS NULL
      FOR UPDATE SKIP LOCKED`;
    if (!open) return null;
    const handOver = await tx.linkHandOver.findUniqueOrThrow({ where: { eventId } });
    const taken = accounts.owner !== null || handOver.toTeamId !== null;
    if (!taken) await recordNotTaken(emit, handOver);
    const moved = await move(tx, handOver, accounts);
    if (accounts.owner) {
      await moveSchedules(tx, moved, handOver.userId, accounts.owner);
      await endSnoozes(
        tx,
        moved.map(({ id }) => id),
        accounts.owner.userId,
      );
    }
    for (const { previousTeamId, ...token } of moved) {
      const before = { ownerId: handOver.userId, teamId: previousTeamId };
      await emitAssigned(emit, token, before);
      await recordAssigned(emit, token, before, { actor: 'system', codes: ['all_at_once'] });
    }
    const last = moved.findLast(({ createdAt }) => createdAt <= handOver.askedAt);
    await tx.linkHandOver.update({
      where: { eventId },
      data: {
        moved: { increment: moved.length },
        ...(last && { reachedAt: last.createdAt, reachedId: last.id }),
        ...(moved.length === 0 && { endedAt: new Date() }),
      },
    });
    return { moved: moved.length, taken };
  }
}

/** The administrator who disabled the account chose a colleague, so the audit records that not all links were moved. */
function recordNotTaken(emit: Emit, { userId, toUserId }: LinkHandOver): Promise<unknown> {
  return recordAuditEvent(emit, {
    action: 'token.assigned',
    outcome: 'failed',
    reason: 'colleague_unknown',
    subject: auditSubject.user(userId),
    related: toUserId === null ? [] : [auditSubject.user(toUserId)],
    actor: 'system',
    codes: ['all_at_once'],
  });
}

/**
 * Moves the next links, newest first. Each is considered once, so a link that was assigned back is not moved again. A
 * disabled account makes no links, so any links newer than the hand-over follow or replace others and are moved too. A
 * link that has a team keeps it. If the colleague has since been deleted, the links go to the team only, if there is
 * one.
 */
async function move(tx: Tx, handOver: LinkHandOver, { owner, stillDisabled }: Accounts): Promise<Moved[]> {
  const { userId, toTeamId, askedAt, reachedAt, reachedId } = handOver;
  if (!owner && toTeamId === null) return [];
  const rows = await tx.$queryRaw<Moved[]>`
    UPDATE tokens SET owner_id = COALESCE(${owner?.userId ?? null}::uuid, owner_id),
      owner_first_name = COALESCE(${owner?.firstName ?? null}, owner_first_name),
      owner_last_name = COALESCE(${owner?.lastName ?? null}, owner_last_name),
      creation_key = CASE WHEN ${owner === null} THEN creation_key END,
      team_id = COALESCE(tokens.team_id, ${toTeamId}::uuid), version = version + 1
    FROM (SELECT id, team_id FROM tokens
      WHERE owner_id = ${userId}::uuid AND ${needsSomeone} AND (${owner !== null} OR team_id IS NULL)
        AND ((created_at, id) < (${reachedAt}::timestamptz, ${reachedId}::uuid)
          OR (${stillDisabled} AND created_at > ${askedAt}::timestamptz))
      ORDER BY created_at DESC, id DESC LIMIT ${HAND_OVER_BATCH} FOR UPDATE) AS before
    WHERE tokens.id = before.id
    RETURNING tokens.id, owner_id AS "ownerId", tokens.team_id AS "teamId", version, created_at AS "createdAt",
      before.team_id AS "previousTeamId"`;
  return rows.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  );
}

/**
 * Makes the colleague the sender of messages that the disabled user has scheduled. A text that the notification service
 * may already have keeps its sender, because it may be sent to that service again.
 */
async function moveSchedules(tx: Tx, moved: Moved[], userId: string, owner: Colleague): Promise<void> {
  await tx.scheduledSend.updateMany({
    where: { tokenId: { in: moved.map(({ id }) => id) }, senderId: userId, deliveryId: null },
    data: { senderId: owner.userId },
  });
}
