import { Inject, Injectable } from '@nestjs/common';
import { attentionReasons, limits, type AttentionQuery, type AttentionReason } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma, type Token } from '../generated/prisma/client.js';
import { listed, type ListedToken } from '../tokens/tokens.queries.js';
import { candidates, endOf, rankAt, sinceOf, timesAt } from './attention-rules.js';

const { sql, empty, join } = Prisma;

type Listener = Pick<Principal, 'userId' | 'teams' | 'covers'>;

/** A link that needs attention, with what its row shows. */
export type AttentionRow = ListedToken &
  Pick<Token, 'problemComment' | 'hasCheck' | 'checkKeyId'> & {
    reason: AttentionReason;
    since: Date;
    /** Null unless a snooze of the caller hides the link. */
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
   * Returns the links that need attention, in the caller's scope or everyone's; only the caller's snoozes apply. The
   * statement is named, so that each connection prepares it once: planning takes longer than reading, and every page of
   * the workspace runs it to show the count.
   */
  async list(
    worker: Listener,
    query: AttentionQuery & { everyone: boolean },
    now = new Date(),
  ): Promise<AttentionPage> {
    const { text, values } = attentionOf(worker, query, now);
    const { rows: found } = await this.prisma.pool.query<Found | (Counted & { id: null })>({
      name: `attention ${query.everyone} ${query.show} ${query.scope ?? 'mine'}`,
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
 * One statement, so that rows and counts reflect the same moment; a row without an id carries the counts of an empty
 * list. MATERIALIZED and OFFSET 0 let the rules run once for each link. A snooze hides a link while its reason is less
 * urgent than the snoozed one, or the same and has not occurred again.
 */
export function attentionOf(
  worker: Listener,
  { everyone, show, limit, scope }: AttentionQuery & { everyone: boolean },
  now: Date,
): Prisma.Sql {
  const { userId } = worker;
  const times = timesAt(now);
  const among = (condition: Prisma.Sql) =>
    sql`SELECT * FROM tokens WHERE ${condition} (${candidates(times)})`;
  const rows = everyone ? among(empty) : join(conditionsOf(worker, scope).map(among), ' UNION ALL ');
  return sql`
    WITH ranked AS MATERIALIZED (
      SELECT id AS item, rank, ${sinceOf(sql`rank`)} AS since, ${endOf(sql`rank`)} AS ends
      FROM (SELECT *, ${rankAt(times)} AS rank FROM (${rows}) AS tokens OFFSET 0) AS tokens
      WHERE rank IS NOT NULL
    ), judged AS (
      SELECT item, rank, since, ends, until, coalesce(until > ${now}::timestamptz AND (
        rank > array_position(${[...attentionReasons]}::text[], reason)
        OR (rank = array_position(${[...attentionReasons]}::text[], reason) AND since <= snoozed_at)), false) AS hidden
      FROM ranked LEFT JOIN token_snoozes ON token_id = item AND user_id = ${userId}::uuid
    )
    SELECT total, snoozed, rank, since, until, problem_comment AS "problemComment", has_check AS "hasCheck",
      check_key_id AS "checkKeyId", ${listed}
    FROM (SELECT (count(*) FILTER (WHERE NOT hidden))::int AS total, (count(*) FILTER (WHERE hidden))::int AS snoozed
      FROM judged) AS counted
    LEFT JOIN (SELECT item, rank, since, ends, CASE WHEN hidden THEN until END AS until FROM judged
      WHERE hidden = ${show === 'snoozed'} ORDER BY rank, ends, since, item LIMIT ${limit}) AS shown ON true
    LEFT JOIN tokens ON id = item
    ORDER BY rank, ends, since, item`;
}

/**
 * Disjoint conditions, one for each branch, so that each branch uses the partial indexes of owners or of teams. Lists
 * of ids are passed as arrays, so that one prepared statement serves all users.
 */
function conditionsOf(
  { userId, teams, covers }: Listener,
  scope: AttentionQuery['scope'] = 'mine',
): Prisma.Sql[] {
  const ofTeams = sql`team_id = ANY(${teams}::uuid[]) AND`;
  if (scope === 'mine') return [sql`owner_id = ${userId}::uuid AND`];
  if (scope === 'covered') return [sql`owner_id = ANY(${covers}::uuid[]) AND`];
  if (scope === 'team') return [ofTeams];
  const owners = sql`owner_id = ANY(${[userId, ...covers]}::uuid[])`;
  return [sql`${owners} AND`, sql`${ofTeams} NOT ${owners} AND`];
}
