import {
  limits,
  type AdminDocumentsQuery,
  type DocumentsQuery,
  type DocumentStats,
  type ListScope,
  type PageQuery,
  type RequestItem,
  type ReviewState,
} from '@caredrop/contracts';
import { containsPattern, decodeCursor, isUuid, mayWorkOn, toPage, type Worker } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { deliveredName } from '../files/file-name.js';
import { countsOfAll, statsOf, type CountedKind } from './document-counts.js';
import { startOfRange } from './document.js';

const { sql, join, empty, raw } = Prisma;

/** A document as lists and details show it; rejected ones are never shown. */
export interface DocumentRow {
  id: string;
  tokenId: string;
  ownerId: string;
  ownerFirstName: string;
  ownerLastName: string;
  teamId: string | null;
  patientRefId: string;
  link: string;
  tokenCreatedAt: Date;
  tokenExpiresAt: Date;
  fileName: string;
  fileType: string;
  fileSize: number;
  comment: string | null;
  state: 'checking' | 'ready' | 'lost';
  createdAt: Date;
  reviewState: ReviewState;
  /** The next four fields are null while the document is new. */
  reviewedAt: Date | null;
  reviewedBy: string | null;
  reviewerFirstName: string | null;
  reviewerLastName: string | null;
  /** Both null unless it was asked for again. */
  askedAgainAt: Date | null;
  askedAgainBy: string | null;
  /** Both null for a request for one document. */
  requestId: string | null;
  requestItem: Omit<RequestItem, 'id'> | null;
}

/** Adds the fields needed to read the document's object. */
export interface StoredDocument extends DocumentRow {
  /** The owner at the time of the upload, whose id is authenticated with the bytes. */
  sealedFor: string;
  storageKey: string;
  keyId: string;
  wrappedKey: Uint8Array<ArrayBuffer>;
  sha256: Uint8Array;
}

export interface DocumentPage {
  rows: DocumentRow[];
  /** Only set for a paged list. */
  nextCursor?: string | null;
  stats?: DocumentStats;
}

/** The columns of {@link DocumentRow}. */
export const shown = sql`
  id, token_id AS "tokenId", owner_id AS "ownerId", owner_first_name AS "ownerFirstName",
  owner_last_name AS "ownerLastName", team_id AS "teamId", patient_ref_id AS "patientRefId", link, token_created_at AS "tokenCreatedAt",
  token_expires_at AS "tokenExpiresAt", file_name AS "fileName", file_type AS "fileType", file_size AS "fileSize",
  comment, state, created_at AS "createdAt", review_state AS "reviewState", reviewed_at AS "reviewedAt",
  reviewed_by AS "reviewedBy", reviewer_first_name AS "reviewerFirstName", reviewer_last_name AS "reviewerLastName",
  asked_again_at AS "askedAgainAt", asked_again_by AS "askedAgainBy",
  request_id AS "requestId", request_item AS "requestItem"`;
/** The owner at the time of the upload. */
export const SEALED_FOR = 'COALESCE(sealed_for, owner_id) AS "sealedFor"';
const stored = sql`${shown}, ${raw(SEALED_FOR)}, storage_key AS "storageKey", key_id AS "keyId", wrapped_key AS "wrappedKey", sha256`;
const visible = sql`state <> 'rejected'`;

/**
 * Named, so that each connection prepares it only once: every document page and every picture in a list runs
 * it.
 */
const one = {
  name: 'a document',
  text: `SELECT ${stored.sql} FROM documents
    WHERE id = $1::uuid AND ${visible.sql}`,
};

/** Lists and finds documents. Filters run in SQL. */
@Injectable()
export class DocumentsQueries {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * The clinician's own documents, or those of the clinician's teams or covered colleagues, newest first.
   * Also used for an admin's own list.
   */
  listOwn(worker: Scoped, query: DocumentsQuery): Promise<DocumentPage> {
    const { review, search, scope } = query;
    const filters = [...inReview(review), ...isFoundBy(search)];
    const from = search === undefined ? rowsOf : foundBySearch;
    const branches = branchesOf(scope, worker).map((branch) => [branch, ...filters]);
    return this.list(branches.map(from), query, () => this.stats(branches.map(rowsOf)));
  }

  async listAll(query: AdminDocumentsQuery): Promise<DocumentPage> {
    const { patientRefId, userId, fileType, dateRange, review } = query;
    const filters: Prisma.Sql[] = inReview(review);
    if (userId !== undefined) filters.push(isUuid(userId) ? sql`owner_id = ${userId}::uuid` : sql`false`);
    if (patientRefId !== undefined) filters.push(sql`patient_ref_id ILIKE ${containsPattern(patientRefId)}`);
    if (fileType !== undefined) filters.push(sql`kind = ${fileType}`);
    if (dateRange !== undefined) filters.push(sql`created_at >= ${startOfRange(dateRange, new Date())}`);
    const ofAll = [patientRefId, userId, dateRange, review].every((filter) => filter === undefined);
    return this.list([rowsOf(filters)], query, () =>
      ofAll ? this.statsOfAll(fileType) : this.stats([rowsOf(filters)]),
    );
  }

  /** The documents that arrived through a link, newest first. */
  async byToken(tokenId: string): Promise<DocumentRow[]> {
    const rows = await this.prisma.$queryRaw<DocumentRow[]>(
      sql`SELECT ${shown} FROM documents WHERE token_id = ${tokenId}::uuid AND ${visible} ORDER BY created_at DESC, id DESC`,
    );
    return rows.map(asDelivered);
  }

  /** One document, if `reader` may work on it. */
  async find(id: string, reader: Worker): Promise<StoredDocument | undefined> {
    if (!isUuid(id)) return undefined;
    const { rows } = await this.prisma.pool.query<StoredDocument>({ ...one, values: [id] });
    const [row] = rows;
    return row && mayWorkOn(reader, row) ? asDelivered(row) : undefined;
  }

  /** The documents among `ids` that exist and that `reader` may work on. */
  async findMany(ids: string[], reader: Worker): Promise<StoredDocument[]> {
    const rows = await this.prisma.$queryRaw<StoredDocument[]>(
      sql`SELECT ${stored} FROM documents WHERE id = ANY(${ids.filter(isUuid)}::uuid[]) AND ${visible}`,
    );
    return rows.filter((row) => mayWorkOn(reader, row)).map(asDelivered);
  }

  /** The documents of a request in order of arrival, including those of colleagues. */
  async ofRequest(requestId: string): Promise<Pick<DocumentRow, 'id' | 'ownerId' | 'teamId'>[]> {
    if (!isUuid(requestId)) return [];
    return this.prisma.$queryRaw(
      sql`SELECT id, owner_id AS "ownerId", team_id AS "teamId" FROM documents
          WHERE request_id = ${requestId}::uuid AND ${visible}
          ORDER BY created_at`,
    );
  }

  async exists(id: string): Promise<boolean> {
    const rows = await this.prisma.$queryRaw<unknown[]>(
      sql`SELECT 1 FROM documents WHERE id = ${id}::uuid AND ${visible}`,
    );
    return rows.length > 0;
  }

  /** A list without a limit or a cursor has no page fields, unless there are more rows than it returns. */
  private async list(
    matching: Prisma.Sql[],
    { limit, cursor }: PageQuery,
    count: () => Promise<DocumentStats>,
  ): Promise<DocumentPage> {
    const most = limit ?? limits.listMax;
    const rows = this.page(matching, most, cursor);
    const isWhole = limit === undefined && cursor === undefined && (await rows).length <= most;
    if (isWhole) return { rows: await rows };
    const [found, stats] = await Promise.all([rows, count()]);
    return { ...toPage(found, most), stats };
  }

  private async page(
    matching: Prisma.Sql[],
    most: number,
    cursor: string | undefined,
  ): Promise<DocumentRow[]> {
    const from = decodeCursor(cursor);
    const after = from ? sql`AND (created_at, id) < (${from.createdAt}, ${from.id}::uuid)` : empty;
    const newest = sql`ORDER BY created_at DESC, id DESC LIMIT ${most + 1}`;
    const pages = matching.map((from) => sql`${from} ${after} ${newest}`);
    const [only] = pages;
    const wanted = only && pages.length === 1 ? only : sql`${merged(pages)} ${newest}`;
    const rows = await this.prisma.$queryRaw<DocumentRow[]>(sql`SELECT ${shown} FROM ${wanted}`);
    return rows.map(asDelivered);
  }

  private async stats(from: Prisma.Sql[]): Promise<DocumentStats> {
    return statsOf(
      await this.prisma.$queryRaw<CountedKind[]>(
        sql`SELECT kind, count(*) AS n, sum(file_size)::bigint AS bytes FROM ${from.length === 1 ? from[0] : merged(from)} GROUP BY kind`,
      ),
    );
  }

  /** Counts of all documents, or of one kind, kept up to date by triggers (docs/adr/0018). */
  private async statsOfAll(kind: string | undefined): Promise<DocumentStats> {
    return statsOf(await this.prisma.$queryRaw<CountedKind[]>(countsOfAll(kind)));
  }
}

/** Rows written before extensions were enforced may be named `scan.bat`: every reader gets a safe name. */
export const asDelivered = <Row extends DocumentRow>(row: Row): Row => ({
  ...row,
  fileName: deliveredName(row.fileName, row.fileType),
});

/** `new` is a literal: its partial index is not used for a parameter. */
function inReview(review: ReviewState | undefined): Prisma.Sql[] {
  if (review === undefined) return [];
  return [review === 'new' ? sql`review_state = 'new'` : sql`review_state = ${review}`];
}

/** Case-insensitive search for a part of a text. */
function isFoundBy(search: string | undefined): Prisma.Sql[] {
  if (search === undefined) return [];
  const pattern = containsPattern(search);
  return [sql`(patient_ref_id ILIKE ${pattern} OR file_name ILIKE ${pattern} OR comment ILIKE ${pattern})`];
}

/** The user a list is for. */
type Scoped = Pick<Worker, 'userId' | 'teams' | 'covers'>;

/**
 * Disjoint conditions, one per owner or team: each is read in order from its index, and the results are
 * merged.
 */
function branchesOf(scope: ListScope | undefined, { userId, teams, covers }: Scoped): Prisma.Sql[] {
  if (scope === 'team') return teams.map((teamId) => sql`team_id = ${teamId}::uuid`);
  return (scope === 'covered' ? covers : [userId]).map((ownerId) => sql`owner_id = ${ownerId}::uuid`);
}

/** The rows of several FROM clauses together; no rows if there is no clause. */
const merged = (from: Prisma.Sql[]): Prisma.Sql =>
  from.length === 0
    ? sql`documents WHERE false`
    : sql`(${join(
        from.map((rows) => sql`(SELECT * FROM ${rows})`),
        ' UNION ALL ',
      )}) AS documents`;

const rowsOf = (filters: Prisma.Sql[]): Prisma.Sql => sql`documents WHERE ${all(filters)}`;

/**
 * OFFSET 0 keeps the planner from ordering before it searches: for a text that few documents contain, it
 * would otherwise read all of the clinician's documents in order of their date.
 */
const foundBySearch = (filters: Prisma.Sql[]): Prisma.Sql =>
  sql`(SELECT * FROM documents WHERE ${all(filters)} OFFSET 0) AS documents WHERE true`;

/** Lists never include rejected documents. */
const all = (filters: Prisma.Sql[]): Prisma.Sql => join([visible, ...filters], ' AND ');
