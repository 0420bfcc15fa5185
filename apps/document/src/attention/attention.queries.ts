import { limits, type AttentionQuery } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { asDelivered, shown, type DocumentRow } from '../documents/documents.queries.js';
import { Prisma } from '../generated/prisma/client.js';

const { sql, empty, join } = Prisma;

type Listener = Pick<Principal, 'userId' | 'teams' | 'covers'>;

/** `until`: end of the caller's snooze; null if the caller has not snoozed it. */
type AttentionRow = DocumentRow & { until: Date | null };

export interface AttentionPage {
  rows: AttentionRow[];
  total: number;
  snoozed: number;
}

interface Counted {
  total: number;
  snoozed: number;
}

@Injectable()
export class AttentionQueries {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Lists documents that no one has reviewed: everyone's, or those of a scope, by default the caller's own.
   * Snoozes are always the caller's. The statement is named, so that each connection prepares it only once:
   * every page of the workspace needs its count.
   */
  async list(
    worker: Listener,
    query: AttentionQuery & { everyone: boolean },
    now = new Date(),
  ): Promise<AttentionPage> {
    const { text, values } = unreviewed(worker, query, now);
    const { rows: found } = await this.prisma.pool.query<(Counted & AttentionRow) | (Counted & { id: null })>(
      {
        name: `attention ${query.everyone} ${query.show} ${query.scope ?? 'mine'}`,
        text,
        values,
      },
    );
    const { total = 0, snoozed = 0 } = found[0] ?? {};
    const rows = found.filter((row): row is Counted & AttentionRow => row.id !== null);
    return { rows: rows.map(asDelivered), total, snoozed };
  }
}

/**
 * One statement, so that rows and counts belong to the same moment; a row without an id carries the counts of
 * an empty list. Rejected and lost documents are left out: the token service lists their links.
 * The states are literals, because a partial index is not used for parameters. Counts stop at a limit: right
 * after an upgrade all earlier documents are new.
 */
export function unreviewed(
  worker: Listener,
  { everyone, show, limit, scope }: AttentionQuery & { everyone: boolean },
  now: Date,
): Prisma.Sql {
  const freshIn = (
    condition: Prisma.Sql,
  ) => sql`SELECT ${shown}, until FROM documents LEFT JOIN document_snoozes
      ON document_id = id AND user_id = ${worker.userId}::uuid AND until > ${now}::timestamptz
    WHERE review_state = 'new' AND state <> 'rejected' AND state <> 'lost' ${condition}`;
  const conditions = everyone ? [empty] : conditionsOf(worker, scope);
  /** Each branch reads only as many rows as are needed. */
  const some = (until: Prisma.Sql, count: number) =>
    join(
      conditions.map((one) => sql`(${freshIn(one)} AND ${until} ORDER BY created_at, id LIMIT ${count})`),
      ' UNION ALL ',
    );
  const counted = (until: Prisma.Sql) =>
    sql`(SELECT least(count(*), ${limits.attentionCountMax})::int FROM (${some(until, limits.attentionCountMax)}) AS up_to)`;
  const open = sql`until IS NULL`;
  const hidden = sql`until IS NOT NULL`;
  return sql`
    SELECT listed.*, counted.* FROM (SELECT ${counted(open)} AS total, ${counted(hidden)} AS snoozed) AS counted
    LEFT JOIN (SELECT * FROM (${some(show === 'open' ? open : hidden, limit)}) AS merged
      ORDER BY "createdAt", id LIMIT ${limit}) AS listed ON true
    ORDER BY "createdAt", id`;
}

/** For `any`, two disjoint conditions: the index on owners serves the first, the index on teams the second. */
function conditionsOf(
  { userId, teams, covers }: Listener,
  scope: AttentionQuery['scope'] = 'mine',
): Prisma.Sql[] {
  const ofTeams = sql`AND team_id = ANY(${teams}::uuid[])`;
  if (scope === 'mine') return [sql`AND owner_id = ${userId}::uuid`];
  if (scope === 'covered') return [sql`AND owner_id = ANY(${covers}::uuid[])`];
  if (scope === 'team') return [ofTeams];
  const owners = sql`owner_id = ANY(${[userId, ...covers]}::uuid[])`;
  return [sql`AND ${owners}`, sql`${ofTeams} AND NOT ${owners}`];
}
