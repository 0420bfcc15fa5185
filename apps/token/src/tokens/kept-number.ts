import { limits } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';
import { daysFrom, statusOf } from './token.js';

/**
 * The number a link, or one that replaces it, may be texted to: while it is active, and for some time after it
 * expired. The numbers of used, revoked and replaced links are not kept.
 */
export function keptNumber(
  token: Pick<Token, 'status' | 'expiresAt' | 'confirmedAt' | 'smsPhoneNumber' | 'replacedBy'>,
  now: Date,
): string | null {
  const status = statusOf(token, now);
  const renewable = status === 'expired' && daysFrom(token.expiresAt, limits.renewalDays) > now;
  return (status === 'active' || renewable) && token.replacedBy === null ? token.smsPhoneNumber : null;
}
