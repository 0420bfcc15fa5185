import { Inject, Injectable } from '@nestjs/common';
import { attentionReasons, limits, type AttentionQuery, type AttentionReason } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma, type Token } from '../generated/prisma/client.js';
import { listed, type ListedToken } from '../tokens/tokens.queries.js';
import { candidates, rankAt, sinceOf, timesAt } from './attention-rules.js';

const { sql, empty } = Prisma;

/** A link that needs attention, with what its row shows. */
export type AttentionRow = ListedToken &
  Pick<Token, 'problemComment'> & {
    reason: AttentionReason;
    since: Date;
    /** Null unless the caller has snoozed it. */
    until: Date | null;
  };

export interface AttentionPage {
  rows: AttentionRow[];
  total: number;
  snoozed: number;
}

interface Counted {
  total: number;
  snoozed: number;
}
type Found = Counted & Omit<AttentionRow, 'reason'> & { rank: number };

@Injectable()
export class AttentionQueries {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /**
   * The caller's own links that need attention, or everyone's; snoozes are the caller's in both cases. Named, so that each
   * connection prepares it once: planning takes longer than reading, and every page of the workspace calls it for its count.
   */
  async list(
    { userId }: Pick<Principal, 'userId'>,
    query: AttentionQuery & { everyone: boolean },
    now = new Date(),
  ): Promise<AttentionPage> {
    const { text, values } = attentionOf(userId, query, now);
    const { rows: found } = await this.prisma.pool.query<Found | (Counted & { id: null })>({
      name: `attention ${query.everyone} ${query.show}`,
      text,
      values,
    });
    const { total = 0, snoozed = 0 } = found[0] ?? {};
    const rows = found.filter((row): row is Found => row.id !== null);
    return {
      rows: rows.map(({ rank, ...row }) => ({ ...row, reason: reasonOf(rank) })),
      total: Math.min(total, limits.attentionCountMax),
      snoozed: Math.min(snoozed, limits.attentionCountMax),
    };
  }
}

function reasonOf(rank: number): AttentionReason {
  const reason = attentionReasons[rank - 1];
  if (!reason) throw new Error(`no reason has the rank ${rank}`);
  return reason;
}

/**
 * One statement, so that rows and counts are of the same moment; a row without an id carries the counts of an empty list.
 * MATERIALIZED and OFFSET 0 let the rules run once for each link.
 * A snooze hides a link for the same or a less urgent reason, unless that reason has occurred again since.
 */
export function attentionOf(
  userId: string,
  { everyone, show, limit }: AttentionQuery & { everyone: boolean },
  now: Date,
): Prisma.Sql {
  const times = timesAt(now);
  const mine = everyone ? empty : sql`owner_id = ${userId}::uuid AND`;
  return sql`
    WITH ranked AS MATERIALIZED (
      SELECT id AS item, rank, ${sinceOf(sql`rank`)} AS since
      FROM (SELECT *, ${rankAt(times)} AS rank FROM tokens WHERE ${mine} (${candidates(times)}) OFFSET 0) AS tokens
      WHERE rank IS NOT NULL
    ), judged AS (
      SELECT item, rank, since, until, coalesce(until > ${now}::timestamptz AND (
        rank > array_position(${[...attentionReasons]}::text[], reason)
        OR (rank = array_position(${[...attentionReasons]}::text[], reason) AND since <= snoozed_at)), false) AS hidden
      FROM ranked LEFT JOIN token_snoozes ON token_id = item AND user_id = ${userId}::uuid
    )
    SELECT total, snoozed, rank, since, until, problem_comment AS "problemComment", ${listed}
    FROM (SELECT (count(*) FILTER (WHERE NOT hidden))::int AS total, (count(*) FILTER (WHERE hidden))::int AS snoozed
      FROM judged) AS counted
    LEFT JOIN (SELECT item, rank, since, CASE WHEN hidden THEN until END AS until FROM judged
      WHERE hidden = ${show === 'snoozed'} ORDER BY rank, since, item LIMIT ${limit}) AS shown ON true
    LEFT JOIN tokens ON id = item
    ORDER BY rank, since, item`;
}
