import { limits, type ErrorCode } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';
import { daysFrom, isCheckGone, isClaimed, isUnusable, statusOf } from '../tokens/token.js';

type Replaceable = Pick<
  Token,
  | 'status'
  | 'expiresAt'
  | 'confirmedAt'
  | 'leaseUntil'
  | 'replacedBy'
  | 'hasCheck'
  | 'checkKeyId'
  | 'documentState'
>;

/** Why a link cannot be replaced; null when it can. A link that is receiving a document is not interrupted. */
export function reissueRejection(token: Replaceable, now: Date): ErrorCode | null {
  if (token.status === 'active' && (token.confirmedAt || isClaimed(token, now))) return 'token_receiving';
  if (token.status === 'used' && !isUnusable(token)) return 'reissue_used';
  return isCheckGone(token) ? 'reissue_check_gone' : null;
}

type Asked = Pick<
  Token,
  'status' | 'expiresAt' | 'confirmedAt' | 'renewalAskedAt' | 'renewalAsks' | 'replacedBy'
>;

/** Whether a patient's request would be accepted, for display: `AskForRenewal` also refuses it during an upload. */
export function canAsk(token: Asked, now: Date): boolean {
  const { renewalAskedAt: askedAt } = token;
  return (
    statusOf(token, now) === 'expired' &&
    token.replacedBy === null &&
    daysFrom(token.expiresAt, limits.renewalDays) > now &&
    token.renewalAsks < limits.renewalAsksMax &&
    (askedAt === null || daysFrom(askedAt, limits.renewalAskAgainDays) <= now)
  );
}
