import { Inject, Injectable } from '@nestjs/common';
import { decodeCursor, notFound, toPage, type Principal } from '@caredrop/service-kit';
import {
  messages,
  type MonitorQuery,
  type PageQuery,
  type TokenStats,
  type TokenStatus,
} from '@caredrop/contracts';
import { z } from 'zod';
import { PrismaService } from '../database/prisma.service.js';
import type { Prisma, Token } from '../generated/prisma/client.js';
import { readSearch } from './link.js';
import { expiryRangeEnd } from './token.js';

type Where = Prisma.TokenWhereInput;

export interface TokenPage {
  rows: Token[];
  nextCursor: string | null;
}

const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** All reads of tokens. */
@Injectable()
export class TokenQueries {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** A person's own tokens, admins included (api.md 1a.8). */
  own(ownerId: string, page: PageQuery): Promise<TokenPage> {
    return this.page({ ownerId }, page);
  }

  /** Everybody's tokens, filtered (api.md §2 call 13). */
  monitor(query: MonitorQuery, now = new Date()): Promise<TokenPage> {
    return this.page(monitorWhere(query, now), query);
  }

  /** Throws 404 for a token that is unknown or another clinician's: ids leak nothing. */
  async visible(id: string, principal: Principal): Promise<Token> {
    const where = { id, ...(principal.role === 'admin' ? {} : { ownerId: principal.userId }) };
    const row = z.uuid().safeParse(id).success ? await this.prisma.token.findFirst({ where }) : null;
    if (!row) throw notFound(messages.token.notFound);
    return row;
  }

  byLinkHash(linkHash: Buffer): Promise<Token | null> {
    return this.prisma.token.findUnique({ where: { linkHash: new Uint8Array(linkHash) } });
  }

  /** The same figures the client sums over a whole list (api.md 1a.10), counted in SQL. */
  async stats(query: MonitorQuery | { ownerId: string }, now = new Date()): Promise<TokenStats> {
    const base = 'ownerId' in query ? { ownerId: query.ownerId } : monitorWhere(query, now);
    const count = (extra: Where) => this.prisma.token.count({ where: { AND: [base, extra] } });
    const active = whereStatus('active', now);
    const [total, ...states] = await Promise.all([
      count({}),
      count(active),
      count(whereStatus('used', now)),
      count(whereStatus('expired', now)),
      count(whereStatus('revoked', now)),
      count({ AND: [active, whereExpiry('today', now)] }),
      count({ AND: [active, whereExpiry('week', now)] }),
    ]);
    const [a = 0, used = 0, expired = 0, revoked = 0, expiringToday = 0, expiringThisWeek = 0] = states;
    return { total, active: a, used, expired, revoked, expiringToday, expiringThisWeek };
  }

  private async page(where: Where, { limit, cursor }: PageQuery): Promise<TokenPage> {
    const after = decodeCursor(cursor);
    const rows = await this.prisma.token.findMany({
      where: after ? { AND: [where, olderThan(after)] } : where,
      orderBy: [...NEWEST_FIRST],
      ...(limit === undefined ? {} : { take: limit + 1 }),
    });
    return toPage(rows, limit);
  }
}

const olderThan = ({ createdAt, id }: { createdAt: Date; id: string }): Where => ({
  OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
});

/** The same rule as `statusOf`, for the database. */
export function whereStatus(status: TokenStatus, now: Date): Where {
  if (status === 'revoked') return { status };
  if (status === 'used') return { OR: [{ status }, { status: 'active', confirmedAt: { not: null } }] };
  if (status === 'active') return { status, confirmedAt: null, expiresAt: { gt: now } };
  return { OR: [{ status }, { status: 'active', confirmedAt: null, expiresAt: { lte: now } }] };
}

const whereExpiry = (range: 'today' | 'week' | 'month', now: Date): Where => ({
  expiresAt: { gt: now, lte: expiryRangeEnd(range, now) },
});

function whereSearch(text: string): Where {
  const search = readSearch(text);
  if ('hash' in search) return { linkHash: new Uint8Array(search.hash) };
  const byReference: Where = { patientRefId: { contains: likeLiteral(search.text), mode: 'insensitive' } };
  return search.prefix ? { OR: [byReference, { linkPrefix: { startsWith: search.prefix } }] } : byReference;
}

/** `%`, `_` and `\` stand for themselves. */
const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function monitorWhere(query: MonitorQuery, now: Date): Where {
  const parts: Where[] = [];
  if (query.userId)
    parts.push({ ownerId: z.uuid().safeParse(query.userId).success ? query.userId : { in: [] } });
  if (query.status) parts.push(whereStatus(query.status, now));
  if (query.expiryRange) parts.push(whereExpiry(query.expiryRange, now));
  if (query.search) parts.push(whereSearch(query.search));
  return { AND: parts };
}
