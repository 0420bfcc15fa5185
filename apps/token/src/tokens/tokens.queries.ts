import { Inject, Injectable } from '@nestjs/common';
import {
  appError,
  decodeCursor,
  isUuid,
  mayWorkOn,
  toPage,
  type Position,
  type Principal,
} from '@caredrop/service-kit';
import {
  limits,
  type MonitorQuery,
  type TokenSort,
  type TokensQuery,
  type TokenStats,
  type TokenStatus,
} from '@caredrop/contracts';
import { PrismaService } from '../database/prisma.service.js';
import type { TemplateTexts } from '../template-texts/template-texts.js';
import { Prisma, type Token } from '../generated/prisma/client.js';
import type { RequestItems } from '../request-items/request-items.js';
import { BatchLoader } from './batch-loader.js';
import { countsOfAll, statsOf, type CountedStates } from './token-counts.js';
import {
  endsWithin,
  isStatus,
  matchesMonitor,
  matchesOwn,
  orders,
  rowsOfScope,
  type Scoped,
} from './tokens.filters.js';

const { sql, empty, join } = Prisma;

/** The columns of a token that lists read. */
export type ListedToken = Pick<
  Token,
  | 'id'
  | 'ownerId'
  | 'ownerFirstName'
  | 'ownerLastName'
  | 'teamId'
  | 'linkKeyId'
  | 'linkSealed'
  | 'patientRefId'
  | 'nickname'
  | 'notes'
  | 'status'
  | 'createdAt'
  | 'expiresAt'
  | 'confirmedAt'
  | 'documentState'
  | 'hasSms'
  | 'smsStatus'
  | 'smsErrorCode'
  | 'smsPhoneNumber'
  | 'emailStatus'
  | 'emailErrorCode'
  | 'emailAddress'
  | 'scheduledSmsAt'
  | 'scheduledEmailAt'
  | 'language'
  | 'renewalAskedAt'
  | 'replacedBy'
  | 'replacedAt'
  | 'reminderCount'
  | 'nextReminderAt'
  | 'lastReminderAt'
  | 'remindersStopped'
  | 'problemReason'
  | 'problemAt'
  | 'requestId'
  | 'itemPosition'
>;

/** Columns that are read when the holder of a link presents it. The holder learns only some of them. */
export type LookedAtToken = Pick<
  Token,
  | 'id'
  | 'status'
  | 'patientRefId'
  | 'createdAt'
  | 'expiresAt'
  | 'usedAt'
  | 'receivedAt'
  | 'confirmedAt'
  | 'claimId'
  | 'language'
  | 'hasCheck'
  | 'checkKeyId'
  | 'checkKeySealed'
  | 'checkInitials'
  | 'checkTries'
  | 'checkWaitsUntil'
  | 'checkVersion'
  | 'againReason'
  | 'againWords'
  | 'replacedAt'
  | 'requestId'
  | 'itemPosition'
  | 'skippedAt'
> & {
  /** The texts of its template; null for a link that was made without one. */
  templateTexts: TemplateTexts | null;
  /** The documents of its request; null for a request for one document. */
  requestItems: RequestItems | null;
};

export interface TokenPage {
  rows: ListedToken[];
  /** Only for a paged list. */
  nextCursor?: string | null;
  stats?: TokenStats;
}

/** The columns of {@link ListedToken}. */
export const listed = sql`
  id, owner_id AS "ownerId", owner_first_name AS "ownerFirstName", owner_last_name AS "ownerLastName", team_id AS "teamId",
  link_key_id AS "linkKeyId", link_sealed AS "linkSealed", patient_ref_id AS "patientRefId", nickname, notes, status,
  created_at AS "createdAt", expires_at AS "expiresAt", confirmed_at AS "confirmedAt",
  document_state AS "documentState", has_sms AS "hasSms", sms_status AS "smsStatus",
  sms_error_code AS "smsErrorCode", sms_phone_number AS "smsPhoneNumber",
  email_status AS "emailStatus", email_error_code AS "emailErrorCode", email_address AS "emailAddress",
  scheduled_sms_at AS "scheduledSmsAt", scheduled_email_at AS "scheduledEmailAt",
  language, renewal_asked_at AS "renewalAskedAt", replaced_by AS "replacedBy", replaced_at AS "replacedAt",
  reminder_count AS "reminderCount", next_reminder_at AS "nextReminderAt", last_reminder_at AS "lastReminderAt",
  reminders_stopped AS "remindersStopped", problem_reason AS "problemReason", problem_at AS "problemAt",
  request_id AS "requestId", item_position AS "itemPosition"`;

/**
 * Named, so that each connection prepares it once: planning it on every call cost Postgres twice as much as
 * finding the row.
 */
const lookAt = {
  name: 'look at a link',
  text: `
    SELECT id, status, patient_ref_id AS "patientRefId", created_at AS "createdAt", expires_at AS "expiresAt",
      used_at AS "usedAt", received_at AS "receivedAt", confirmed_at AS "confirmedAt", claim_id AS "claimId",
      language, has_check AS "hasCheck",
      check_key_id AS "checkKeyId", check_key_sealed AS "checkKeySealed", check_initials AS "checkInitials",
      check_tries AS "checkTries", check_waits_until AS "checkWaitsUntil", check_version AS "checkVersion",
      again_reason AS "againReason", again_words AS "againWords", replaced_at AS "replacedAt",
      request_id AS "requestId", item_position AS "itemPosition", skipped_at AS "skippedAt",
      (SELECT texts FROM request_template_versions v
        WHERE v.template_id = tokens.template_id AND v.version = tokens.template_version) AS "templateTexts",
      (SELECT items FROM requests r WHERE r.id = tokens.request_id) AS "requestItems",
      encode(link_hash, 'hex') AS "linkHash"
    FROM tokens WHERE link_hash = ANY($1::bytea[])`,
};
/** Uses at most two connections at a time: during a rush of patients the others remain for writers. */
const looks = { concurrency: 2, maxBatchSize: 64 };

/**
 * OFFSET 0 keeps the planner from ordering before it searches: for a text that few links contain, it would otherwise
 * read all links by their date.
 */
const foundBySearch = (matching: Prisma.Sql): Prisma.Sql =>
  sql`(SELECT * FROM tokens WHERE ${matching} OFFSET 0) AS tokens WHERE true`;

/** The rows of several FROM clauses, each a separate page; none if there is no clause. */
const merged = (from: Prisma.Sql[]): Prisma.Sql =>
  from.length === 0
    ? sql`tokens WHERE false`
    : sql`(${join(
        from.map((rows) => sql`(SELECT * FROM ${rows})`),
        ' UNION ALL ',
      )}) AS tokens`;

/** The lists and look-ups of tokens; filters run in SQL on indexes. */
@Injectable()
export class TokenQueries {
  private readonly links = new BatchLoader<Buffer, LookedAtToken | null>({
    ...looks,
    loadBatch: (linkHashes) => this.byLinkHashes(linkHashes),
  });

  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** A user's own tokens, or those of the user's teams or covered colleagues, filtered. Also for administrators. */
  own(worker: Omit<Scoped, 'scope'>, query: TokensQuery, now = new Date()): Promise<TokenPage> {
    const rows = rowsOfScope({ ...worker, scope: query.scope }, matchesOwn(query, now)).map(
      (matching) => sql`tokens WHERE ${matching}`,
    );
    return this.list(rows, query, () => this.stats(rows, now));
  }

  /** All tokens, filtered. */
  monitor(query: MonitorQuery, now = new Date()): Promise<TokenPage> {
    const matching = matchesMonitor(query, now);
    const { userId, expiryRange, search, status } = query;
    const ofAll = [userId, expiryRange, search].every((filter) => filter === undefined);
    return this.list(
      [search === undefined ? sql`tokens WHERE ${matching}` : foundBySearch(matching)],
      query,
      () => (ofAll ? this.statsOfAll(status, now) : this.stats([sql`tokens WHERE ${matching}`], now)),
    );
  }

  /** Throws 404 for a token that is unknown or that the caller may not work on, so that ids reveal nothing. */
  async visible(id: string, principal: Principal): Promise<Token> {
    const row = isUuid(id) ? await this.prisma.token.findUnique({ where: { id } }) : null;
    if (!row || !mayWorkOn(principal, row)) throw appError('token_not_found');
    return row;
  }

  /** The hottest path of the product: during a rush, one query looks up many links. */
  byLinkHash(linkHash: Buffer): Promise<LookedAtToken | null> {
    return this.links.load(linkHash);
  }

  /** Raw SQL, which costs a third of a Prisma query. */
  private async byLinkHashes(linkHashes: Buffer[]): Promise<(LookedAtToken | null)[]> {
    const { rows } = await this.prisma.pool.query<LookedAtToken & { linkHash: string }>({
      ...lookAt,
      values: [linkHashes],
    });
    const found = new Map(rows.map(({ linkHash, ...token }) => [linkHash, token]));
    return linkHashes.map((linkHash) => found.get(linkHash.toString('hex')) ?? null);
  }

  /** A list without a limit or a cursor has no paging fields, unless there are more rows than it returns. */
  private async list(
    from: Prisma.Sql[],
    { limit, cursor, sort = 'newest' }: TokensQuery,
    count: () => Promise<TokenStats>,
  ): Promise<TokenPage> {
    const most = limit ?? limits.listMax;
    const rows = this.some(from, sort, most + 1, decodeCursor(cursor));
    const isWhole = limit === undefined && cursor === undefined && (await rows).length <= most;
    if (isWhole) return { rows: await rows };
    const [found, stats] = await Promise.all([rows, count()]);
    return { ...toPage(found, most, orders[sort].positionOf), stats };
  }

  private some(from: Prisma.Sql[], sort: TokenSort, count: number, after?: Position): Promise<ListedToken[]> {
    const rest = after ? sql`AND ${orders[sort].after(after)}` : empty;
    const page = (rows: Prisma.Sql) => sql`${rows} ${rest} ORDER BY ${orders[sort].by} LIMIT ${count}`;
    const [only] = from;
    const rows =
      only && from.length === 1
        ? page(only)
        : sql`${merged(from.map(page))} ORDER BY ${orders[sort].by} LIMIT ${count}`;
    return this.prisma.$queryRaw<ListedToken[]>(sql`SELECT ${listed} FROM ${rows}`);
  }

  /**
   * The counts of all links, or of those in one state; ended links are counted in advance (docs/adr/0018).
   */
  private async statsOfAll(status: TokenStatus | undefined, now: Date): Promise<TokenStats> {
    const [row] = await this.prisma.$queryRaw<[CountedStates]>(countsOfAll(now));
    return statsOf(row, status);
  }

  /** Counts the whole list in one pass, so that a client need not fetch all of it. */
  private async stats(from: Prisma.Sql[], now: Date): Promise<TokenStats> {
    const active = isStatus('active', now);
    const counted = (condition: Prisma.Sql) => sql`count(*) FILTER (WHERE ${condition})::int`;
    const [row] = await this.prisma.$queryRaw<[TokenStats]>(
      sql`SELECT count(*)::int AS total, ${counted(active)} AS active, ${counted(isStatus('used', now))} AS used,
            ${counted(isStatus('expired', now))} AS expired, ${counted(isStatus('revoked', now))} AS revoked,
            ${counted(sql`${active} AND ${endsWithin('today', now)}`)} AS "expiringToday",
            ${counted(sql`${active} AND ${endsWithin('week', now)}`)} AS "expiringThisWeek"
          FROM ${from.length === 1 ? from[0] : merged(from)}`,
    );
    return row;
  }
}
