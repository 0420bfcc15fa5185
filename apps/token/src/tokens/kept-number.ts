import { limits } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';
import { daysFrom, statusOf } from './token.js';

type Kept = Pick<Token, 'status' | 'expiresAt' | 'confirmedAt' | 'replacedBy'>;

/**
 * The number to which a link, or one that replaces it, may be texted: while it is active, and for some time after it
 * expired. The numbers of used, revoked and replaced links are not kept, except for thanks.
 */
export function keptNumber(token: Kept & Pick<Token, 'smsPhoneNumber'>, now: Date): string | null {
  return isContactKept(token, now) ? token.smsPhoneNumber : null;
}

/** The address to which a link, or one that replaces it, may be emailed. Kept like the number. */
export const keptAddress = (token: Kept & Pick<Token, 'emailAddress'>, now: Date): string | null =>
  isContactKept(token, now) ? token.emailAddress : null;

/**
 * The address at which a new link reaches the patient: it is kept, and the clinic's mail server has accepted the email
 * with this link. An address that was refused may be wrong.
 */
export const emailedAddress = (
  token: Kept & Pick<Token, 'emailAddress' | 'emailStatus'>,
  now: Date,
): string | null => (token.emailStatus === 'sent' ? keptAddress(token, now) : null);

function isContactKept(token: Kept, now: Date): boolean {
  const status = statusOf(token, now);
  const renewable = status === 'expired' && daysFrom(token.expiresAt, limits.renewalDays) > now;
  return (status === 'active' || renewable) && token.replacedBy === null;
}
