import type { ClaimResponse } from '@caredrop/contracts/internal';
import type { Token } from '../generated/prisma/client.js';
import { isBeingCommitted, isClaimed, statusOf } from '../tokens/token.js';

/** Seconds after which a client should retry while its own confirmed upload is being committed. */
const ASK_AGAIN_SECONDS = 2;

/**
 * Why a claim was denied, from the current row; null when nothing prevents it any more (the holder released the link
 * between our update and our read: try again). `provenVersion`: the version of the patient check for which there is a
 * valid proof, or null.
 */
export function explainRejection(
  token: Token | null,
  idempotencyHash: string | null,
  now: Date,
  provenVersion: number | null = null,
): ClaimResponse | null {
  if (!token) return { outcome: 'unknown' };
  const status = statusOf(token, now);
  const sameKey = idempotencyHash !== null && token.claimKey === idempotencyHash;
  // Not `used` yet: storing the document may still fail.
  if (isBeingCommitted(token))
    return sameKey ? { outcome: 'finishing', retryAfterSeconds: ASK_AGAIN_SECONDS } : { outcome: 'busy' };
  if (status === 'used') return usedResponse(token);
  if (status === 'revoked') return { outcome: 'revoked' };
  if (status === 'expired') return { outcome: 'expired' };
  if (token.hasCheck && token.checkVersion !== provenVersion) return { outcome: 'check_needed' };
  return isClaimed(token, now) ? { outcome: 'busy' } : null;
}

export function usedResponse(
  token: Pick<Token, 'receivedAt' | 'usedAt' | 'confirmedAt' | 'createdAt' | 'patientRefId'>,
) {
  const receivedAt = token.receivedAt ?? token.usedAt ?? token.confirmedAt ?? token.createdAt;
  return { outcome: 'used' as const, receivedAt: receivedAt.toISOString(), patientRefId: token.patientRefId };
}
