import type { ListScope, MonitorQuery, TokenSort, TokensQuery, TokenStatus } from '@caredrop/contracts';
import { containsPattern, isUuid, type Position, type Worker } from '@caredrop/service-kit';
import { Prisma } from '../generated/prisma/client.js';
import { readSearch } from './token-value.js';
import { expiryRangeEnd } from './token.js';

const { sql, join } = Prisma;

/** The same rule as `statusOf`, in SQL. */
export function isStatus(status: TokenStatus, now: Date): Prisma.Sql {
  const open = sql`status = 'active' AND confirmed_at IS NULL`;
  switch (status) {
    case 'revoked':
      return sql`status = 'revoked'`;
    case 'used':
      return sql`(status = 'used' OR (status = 'active' AND confirmed_at IS NOT NULL))`;
    case 'active':
      return sql`(${open} AND expires_at > ${now}::timestamptz)`;
    case 'expired':
      return sql`(status = 'expired' OR (${open} AND expires_at <= ${now}::timestamptz))`;
  }
}

/** Matches links that expire within the range, whatever their state. */
export const endsWithin = (range: 'today' | 'week' | 'month', now: Date): Prisma.Sql =>
  sql`(expires_at > ${now}::timestamptz AND expires_at <= ${expiryRangeEnd(range, now)}::timestamptz)`;

/** The monitor's filters as a condition. */
export function matchesMonitor({ userId, search, ...query }: MonitorQuery, now: Date): Prisma.Sql {
  return every([
    ...(userId === undefined ? [] : [isOwnedBy(userId)]),
    ...isInState(query, now),
    ...(search === undefined ? [] : [isFoundBy(search, inReference)]),
  ]);
}

/** The filters of the lists of a clinician, a team or a covered colleague, which also search nickname and notes. */
export function matchesOwn({ search, ...query }: TokensQuery, now: Date): Prisma.Sql {
  return every([...isInState(query, now), ...(search === undefined ? [] : [isFoundBy(search, inOwnTexts)])]);
}

const isInState = ({ status, expiryRange }: Pick<MonitorQuery, 'status' | 'expiryRange'>, now: Date) => [
  ...(status === undefined ? [] : [isStatus(status, now)]),
  ...(expiryRange === undefined ? [] : [endsWithin(expiryRange, now)]),
];

const every = (parts: Prisma.Sql[]): Prisma.Sql => (parts.length === 0 ? sql`true` : join(parts, ' AND '));

/**
 * The links of a list's scope: one condition for each owner or team. The conditions are disjoint, and the rows of each
 * are read in order by an index, so that a page for many owners is as cheap as a page for one.
 */
export const rowsOfScope = ({ scope, ...worker }: Scoped, matching: Prisma.Sql): Prisma.Sql[] =>
  branchesOf(scope, worker).map((branch) => sql`${branch} AND ${matching}`);

/** The reader of a list, and the list's scope. */
export type Scoped = Pick<Worker, 'userId' | 'teams' | 'covers'> & { scope?: ListScope | undefined };

function branchesOf(
  scope: ListScope | undefined,
  { userId, teams, covers }: Omit<Scoped, 'scope'>,
): Prisma.Sql[] {
  if (scope === 'team') return teams.map((teamId) => sql`team_id = ${teamId}::uuid`);
  return (scope === 'covered' ? covers : [userId]).map(isOwnedBy);
}

/** An invalid id matches no rows. */
const isOwnedBy = (userId: string): Prisma.Sql =>
  isUuid(userId) ? sql`owner_id = ${userId}::uuid` : sql`false`;

type TextCondition = (pattern: string) => Prisma.Sql;
const inReference: TextCondition = (pattern) => sql`patient_ref_id ILIKE ${pattern}`;
const inOwnTexts: TextCondition = (pattern) =>
  sql`(${inReference(pattern)} OR nickname ILIKE ${pattern} OR notes ILIKE ${pattern})`;

/** Matches by whole link, by the start of its value, or by part of a text, ignoring case. */
function isFoundBy(text: string, inTexts: TextCondition): Prisma.Sql {
  const search = readSearch(text);
  if ('hash' in search) return sql`link_hash = ${new Uint8Array(search.hash)}`;
  const byText = inTexts(containsPattern(search.text));
  return search.prefix ? sql`(${byText} OR link_prefix LIKE ${`${search.prefix}%`})` : byText;
}

interface Order {
  by: Prisma.Sql;
  /** Matches the rows after a position. */
  after: (position: Position) => Prisma.Sql;
  positionOf: (row: { id: string; createdAt: Date; expiresAt: Date }) => Position;
}

/** Sort orders of the list. A position's `createdAt` contains the time that the list is sorted by. */
export const orders: Record<TokenSort, Order> = {
  newest: {
    by: sql`created_at DESC, id DESC`,
    after: ({ createdAt, id }) => sql`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`,
    positionOf: (row) => row,
  },
  expiry: {
    by: sql`expires_at, id`,
    after: ({ createdAt, id }) => sql`(expires_at, id) > (${createdAt}::timestamptz, ${id}::uuid)`,
    positionOf: ({ id, expiresAt }) => ({ id, createdAt: expiresAt }),
  },
};
