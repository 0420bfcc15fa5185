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

/** Links moved in one transaction: few enough that clinicians and patients do not notice its locks. */
export const HAND_OVER_BATCH = 100;

/**
 * A link that still needs an owner: it is active, it has expired but its patient could still request a new one, or it
 * has received a document that is neither reviewed nor deleted.
 */
const needsSomeone = Prisma.sql`(status = 'active'
  OR (status = 'expired' AND replaced_by IS NULL AND expires_at > now() - ${limits.renewalDays}::int * interval '1 day')
  OR (status = 'used' AND reviewed_at IS NULL AND document_state IS DISTINCT FROM 'deleted'))`;

interface Moved extends BelongingToken {
  version: number;
  createdAt: Date;
  previousTeamId: string | null;
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
    const owner = next.toUserId === null ? null : await this.colleagues.find(next.toUserId);
    const done = await this.work.run((tx, emit) => this.batch(tx, emit, next.eventId, owner));
    if (!done) return false;
    this.metrics.assignments.inc({ how: 'all_at_once' }, done.moved);
    if (!done.taken)
      this.logger.warn(
        { userId: next.userId },
        'no colleague or team to take over the links of a disabled user; they are not moved',
      );
    return true;
  }

  /** Locks the hand-over's row, so that only one replica at a time moves its links. Null when another one does. */
  private async batch(tx: Tx, emit: Emit, eventId: string, owner: Colleague | null): Promise<Batch | null> {
    const [open] = await tx.$queryRaw<{ eventId: string }[]>`
      SELECT event_id AS "eventId" FROM link_hand_overs WHERE event_id = ${eventId}::uuid AND ended_at IS NULL
      FOR UPDATE SKIP LOCKED`;
    if (!open) return null;
    const handOver = await tx.linkHandOver.findUniqueOrThrow({ where: { eventId } });
    const taken = owner !== null || handOver.toTeamId !== null;
    if (!taken) await recordNotTaken(emit, handOver);
    const moved = await move(tx, handOver, owner);
    for (const { previousTeamId, ...token } of moved) {
      const before = { ownerId: handOver.userId, teamId: previousTeamId };
      await emitAssigned(emit, token, before);
      await recordAssigned(emit, token, before, { actor: 'system', codes: ['all_at_once'] });
    }
    const last = moved.at(-1);
    await tx.linkHandOver.update({
      where: { eventId },
      data: {
        moved: { increment: moved.length },
        ...(last && { reachedAt: last.createdAt, reachedId: last.id }),
        ...(moved.length < HAND_OVER_BATCH && { endedAt: new Date() }),
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
 * Moves the next links, newest first. Each is considered once, so a link that was assigned back is not moved again. If
 * the colleague has been deleted since, only the team, if any, takes them over.
 */
async function move(tx: Tx, handOver: LinkHandOver, owner: Colleague | null): Promise<Moved[]> {
  const { userId, toTeamId, reachedAt, reachedId } = handOver;
  if (!owner && toTeamId === null) return [];
  const rows = await tx.$queryRaw<Moved[]>`
    UPDATE tokens SET owner_id = COALESCE(${owner?.userId ?? null}::uuid, owner_id),
      owner_first_name = COALESCE(${owner?.firstName ?? null}, owner_first_name),
      owner_last_name = COALESCE(${owner?.lastName ?? null}, owner_last_name),
      creation_key = CASE WHEN ${owner === null} THEN creation_key END,
      team_id = COALESCE(${toTeamId}::uuid, tokens.team_id), version = version + 1
    FROM (SELECT id, team_id FROM tokens
      WHERE owner_id = ${userId}::uuid AND (created_at, id) < (${reachedAt}::timestamptz, ${reachedId}::uuid)
        AND ${needsSomeone} AND (${owner !== null} OR team_id IS DISTINCT FROM ${toTeamId}::uuid)
      ORDER BY created_at DESC, id DESC LIMIT ${HAND_OVER_BATCH} FOR UPDATE) AS before
    WHERE tokens.id = before.id
    RETURNING tokens.id, owner_id AS "ownerId", tokens.team_id AS "teamId", version, created_at AS "createdAt",
      before.team_id AS "previousTeamId"`;
  return rows.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  );
}
