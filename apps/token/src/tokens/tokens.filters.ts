import type { MonitorQuery, TokenStatus } from '@caredrop/contracts';
import { containsPattern, isUuid } from '@caredrop/service-kit';
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

/** Ends within the range, whatever its state. */
export const endsWithin = (range: 'today' | 'week' | 'month', now: Date): Prisma.Sql =>
  sql`(expires_at > ${now}::timestamptz AND expires_at <= ${expiryRangeEnd(range, now)}::timestamptz)`;

/** The monitor's filters as a condition. */
export function matchesMonitor(query: MonitorQuery, now: Date): Prisma.Sql {
  const { userId, status, expiryRange, search } = query;
  const parts = [
    ...(userId === undefined ? [] : [isOwnedBy(userId)]),
    ...(status === undefined ? [] : [isStatus(status, now)]),
    ...(expiryRange === undefined ? [] : [endsWithin(expiryRange, now)]),
    ...(search === undefined ? [] : [isFoundBy(search)]),
  ];
  return parts.length === 0 ? sql`true` : join(parts, ' AND ');
}

/** An invalid id has no rows. */
export const isOwnedBy = (userId: string): Prisma.Sql =>
  isUuid(userId) ? sql`owner_id = ${userId}::uuid` : sql`false`;

/** By whole link, by the start of its value, or by part of the patient reference in any case. */
function isFoundBy(text: string): Prisma.Sql {
  const search = readSearch(text);
  if ('hash' in search) return sql`link_hash = ${new Uint8Array(search.hash)}`;
  const byReference = sql`patient_ref_id ILIKE ${containsPattern(search.text)}`;
  return search.prefix ? sql`(${byReference} OR link_prefix LIKE ${`${search.prefix}%`})` : byReference;
}
