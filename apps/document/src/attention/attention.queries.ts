import { limits, type AttentionQuery } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { asDelivered, shown, type DocumentRow } from '../documents/documents.queries.js';
import { Prisma } from '../generated/prisma/client.js';

const { sql, empty } = Prisma;

/** `until`: null unless the caller has snoozed it. */
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
   * The caller's own documents that no one has reviewed, or everyone's; snoozes are the caller's in both cases.
   * Named, so that each connection prepares it once: every page of the workspace calls it for its count.
   */
  async list(
    { userId }: Pick<Principal, 'userId'>,
    query: AttentionQuery & { everyone: boolean },
    now = new Date(),
  ): Promise<AttentionPage> {
    const { text, values } = unreviewed(userId, query, now);
    const { rows: found } = await this.prisma.pool.query<(Counted & AttentionRow) | (Counted & { id: null })>(
      {
        name: `attention ${query.everyone} ${query.show}`,
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
 * One statement, so that rows and counts are of the same moment; a row without an id carries the counts of an empty list.
 * The token service lists rejected and lost documents with their links. Literals, as the partial index needs them. Counts
 * stop at a limit: after an upgrade all earlier documents are new.
 */
export function unreviewed(
  userId: string,
  { everyone, show, limit }: AttentionQuery & { everyone: boolean },
  now: Date,
): Prisma.Sql {
  const mine = everyone ? empty : sql`AND owner_id = ${userId}::uuid`;
  const fresh = sql`documents LEFT JOIN document_snoozes
      ON document_id = id AND user_id = ${userId}::uuid AND until > ${now}::timestamptz
    WHERE review_state = 'new' AND state <> 'rejected' AND state <> 'lost' ${mine}`;
  const counted = (condition: Prisma.Sql) =>
    sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${fresh} AND ${condition} LIMIT ${limits.attentionCountMax}) AS up_to)`;
  const open = sql`until IS NULL`;
  const hidden = sql`until IS NOT NULL`;
  return sql`
    SELECT listed.*, counted.* FROM (SELECT ${counted(open)} AS total, ${counted(hidden)} AS snoozed) AS counted
    LEFT JOIN (SELECT ${shown}, until FROM ${fresh} AND ${show === 'open' ? open : hidden}
      ORDER BY created_at, id LIMIT ${limit}) AS listed ON true
    ORDER BY "createdAt", id`;
}
