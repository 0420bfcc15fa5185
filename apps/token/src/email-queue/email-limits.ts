import { appError } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';

type Limits = Pick<Config, 'EMAIL_PER_CLINICIAN_PER_DAY' | 'EMAIL_PER_ADDRESS_PER_DAY'>;

interface Today {
  by_sender: number;
  to_address: number;
  retry_after: number;
}

/** Namespaces of the advisory locks that make "count, then insert" atomic. */
const SENDER_LOCK = 6101;
const ADDRESS_LOCK = 6102;

/** Selects the emails that count towards today's limits. The day begins at midnight UTC, as for texts. */
export const countsToday = Prisma.sql`address_mark IS NOT NULL AND status <> 'failed'
  AND created_at >= date_trunc('day', now(), 'UTC')`;

/**
 * Throws 429 when today's email limit of the clinician or of the address is reached. The locks last until the
 * transaction ends and are always taken in this order, so that two transactions cannot deadlock.
 *
 * @param marks keyed hashes of the address
 */
export async function requireWithinLimits(
  tx: Tx,
  senderId: string,
  marks: Uint8Array<ArrayBuffer>[],
  limits: Limits,
): Promise<void> {
  const [mark] = marks;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SENDER_LOCK}::int, hashtext(${senderId}))`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(encode(${mark}::bytea, 'hex')))`;
  const [today] = await tx.$queryRaw<[Today]>`
    SELECT (count(*) FILTER (WHERE sender_id = ${senderId}::uuid))::int AS by_sender,
      (count(*) FILTER (WHERE address_mark IN (${Prisma.join(marks)})))::int AS to_address,
      ceil(extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '1 day' - now()))::int AS retry_after
    FROM link_emails WHERE ${countsToday}`;
  const retryAfter = Math.max(1, today.retry_after);
  if (today.to_address >= limits.EMAIL_PER_ADDRESS_PER_DAY)
    throw appError('email_address_limit', { retryAfter });
  if (today.by_sender >= limits.EMAIL_PER_CLINICIAN_PER_DAY)
    throw appError('email_clinician_limit', { retryAfter });
}
