import { Injectable } from '@nestjs/common';
import { auditNobodies, type AuditFilter, type AuditQuery } from '@caredrop/contracts';
import { appError, isUuid } from '@caredrop/service-kit';
import { z } from 'zod';
import type { ChainEntry } from '../chain/entry.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Prisma } from '../generated/prisma/client.js';
import type { FoundSubjects } from '../subjects/find-subjects.js';
import { toEntry } from './entry-row.js';

type Where = Prisma.EntryWhereInput;

/** Filters whose search has been resolved to ids. */
export type EntryFilter = Omit<AuditFilter, 'search'> & { found?: FoundSubjects | undefined };
type EntryPage = Omit<AuditQuery, 'search'> & Pick<EntryFilter, 'found'>;

const PAGE = 50;
const BATCH = 1000;

/** Reads of entries for the list and for exports. */
@Injectable()
export class EntriesQueries {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns one page, newest first by the time of the action, so that an entry that the broker delayed appears in its
   * place.
   */
  async page({ limit = PAGE, cursor, ...filter }: EntryPage): Promise<{
    entries: ChainEntry[];
    nextCursor: string | null;
  }> {
    const before = readCursor(cursor);
    const rows = await this.prisma.entry.findMany({
      where: { AND: [whereOf(filter), before ? olderThan(before) : {}] },
      orderBy: [{ at: 'desc' }, { seq: 'desc' }],
      take: limit + 1,
    });
    const entries = rows.slice(0, limit).map(toEntry);
    const last = entries.at(-1);
    return { entries, nextCursor: rows.length > limit && last ? writeCursor(last) : null };
  }

  /**
   * All matching entries that exist when the first batch is read, in the order of the chain, with one batch in memory
   * at a time.
   */
  async *batches(filter: EntryFilter): AsyncGenerator<ChainEntry[]> {
    const where = isRange(filter) ? await this.range(filter) : whereOf(filter);
    const end = (await this.prisma.entry.aggregate({ _max: { seq: true } }))._max.seq ?? 0n;
    for (let after = 0n; ;) {
      const rows = await this.prisma.entry.findMany({
        where: { AND: [where, { seq: { gt: after, lte: end } }] },
        orderBy: { seq: 'asc' },
        take: BATCH,
      });
      if (rows.length > 0) yield rows.map(toEntry);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.seq;
    }
  }

  /**
   * The chain from the first to the last entry of these days, without gaps: delayed entries of other days are included.
   */
  private async range(filter: EntryFilter): Promise<Where> {
    const { _min, _max } = await this.prisma.entry.aggregate({
      where: whereOf(filter),
      _min: { seq: true },
      _max: { seq: true },
    });
    return { seq: { gte: _min.seq ?? 1n, lte: _max.seq ?? 0n } };
  }
}

/** True if the filter is by days only: the export is then a contiguous part of the chain. */
export function isRange({ who, action, outcome, subject, found }: EntryFilter): boolean {
  return !who && !action && !outcome && !subject && !found;
}

const DAY = 86_400_000;

function whereOf({ who, action, outcome, subject, found, since, until }: EntryFilter): Where {
  const parts: Where[] = [];
  if (who) parts.push(whereWho(who));
  if (action) parts.push({ action });
  if (outcome) parts.push({ outcome });
  if (subject) parts.push(whereSubject(subject));
  if (found) parts.push(whereFound(found));
  if (since) parts.push({ at: { gte: new Date(since) } });
  if (until) parts.push({ at: { lt: new Date(new Date(until).getTime() + DAY) } });
  return { AND: parts };
}

function whereWho(who: string): Where {
  if (auditNobodies.some((kind) => kind === who)) return { actorKind: who };
  return isUuid(who) ? { actorId: who } : { seq: { in: [] } };
}

/** Matches an id that is the subject, a related item or the request. */
function whereSubject(subject: string): Where {
  if (!isUuid(subject)) return { requestId: subject };
  const id = subject.toLowerCase();
  return { OR: [{ subjectId: id }, { related: { array_contains: [{ id }] } }, { requestId: subject }] };
}

/** Actions by or about these people, and about these links and documents. */
function whereFound({ people, things }: FoundSubjects): Where {
  const ids = [...people, ...things];
  const related = ids.map((id) => ({ related: { array_contains: [{ id }] } }));
  return { OR: [{ actorId: { in: people } }, { subjectId: { in: ids } }, ...related] };
}

/** A position in the list. */
interface Place {
  at: string;
  seq: number;
}
const placeSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.number().int().min(0)]);

const olderThan = ({ at, seq }: Place): Where => ({
  OR: [{ at: { lt: new Date(at) } }, { at: new Date(at), seq: { lt: seq } }],
});

const writeCursor = ({ at, seq }: Place): string =>
  Buffer.from(JSON.stringify([at, seq])).toString('base64url');

/** Throws 400 for a malformed cursor. */
function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, seq] = placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { at, seq };
  } catch {
    throw appError('bad_request');
  }
}
