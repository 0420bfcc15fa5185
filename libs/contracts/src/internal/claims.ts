import { z } from 'zod';
import { timestamp } from '../common.js';
import { requestItemSchema } from '../http/requests.js';

/**
 * The claim protocol between document (caller) and token service. Expected outcomes are values: every call
 * returns 200 with an `outcome`; an HTTP error means that the outcome is unknown.
 *
 * POST /internal/claims/preview              previewClaimBody → previewClaimResponse
 * POST /internal/claims                      claimBody    → claimResponse
 * POST /internal/claims/{claimId}/renew      {}           → renewResponse
 * POST /internal/claims/{claimId}/confirm    confirmBody  → confirmResponse
 * POST /internal/claims/{claimId}/release    {}           → releaseResponse
 *
 * `upload.completed` then marks the token as used. The token service asks the document service for the
 * outcome of a claim:
 *
 * POST /internal/attempts/settle             settleBody   → settleResponse
 */
export const claimBody = z.object({
  token: z.string().max(200),
  claimId: z.uuid(),
  /** SHA-256 (hex) of the client's Idempotency-Key; null if it sent none. */
  idempotencyHash: z.string().nullable(),
  /** Only for a link with a patient check. Absent from document services of version 0.1. */
  patient: z.object({ proof: z.string().max(200), browser: z.string().max(200) }).optional(),
});
export type ClaimBody = z.infer<typeof claimBody>;

export const previewClaimBody = claimBody.pick({ token: true });

const claimedToken = z.object({
  tokenId: z.uuid(),
  ownerId: z.uuid(),
  ownerFirstName: z.string(),
  ownerLastName: z.string(),
  /** The next two are absent if the token service is an earlier version, without teams. */
  teamId: z.uuid().nullish(),
  /** The token's version: later assignments have a higher one. */
  version: z.number().int().nullish(),
  patientRefId: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  leaseUntil: timestamp,
  /** Only for a request for several documents. Absent from token services of version 0.1. */
  request: requestItemSchema.nullish(),
});
export type ClaimedToken = z.infer<typeof claimedToken>;

/** The link takes no document any more, or never did. */
const endedOutcomes = [
  z.object({ outcome: z.literal('used'), receivedAt: timestamp, patientRefId: z.string() }),
  z.object({ outcome: z.literal('expired') }),
  z.object({ outcome: z.literal('revoked') }),
  z.object({ outcome: z.literal('unknown') }),
] as const;

/** Why every later claim would be denied, too. `usable` if a claim may succeed, now or later. Changes nothing. */
export const previewClaimResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('usable') }),
  ...endedOutcomes,
]);
export type PreviewClaimResponse = z.infer<typeof previewClaimResponse>;

export const claimResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('claimed'), token: claimedToken }),
  /** Another upload holds the claim. */
  z.object({ outcome: z.literal('busy') }),
  /**
   * An upload with the same idempotency key was confirmed and the outcome of its commit is still unknown:
   * retry.
   */
  z.object({ outcome: z.literal('finishing'), retryAfterSeconds: z.number().int() }),
  ...endedOutcomes,
  /** The link has a patient check, and no valid proof came with the claim. */
  z.object({ outcome: z.literal('check_needed') }),
]);
export type ClaimResponse = z.infer<typeof claimResponse>;

export const renewResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('renewed'), leaseUntil: timestamp }),
  /** The link was revoked. A document service of version 0.1 ignores this and learns of it when it confirms. */
  z.object({ outcome: z.literal('revoked') }),
  z.object({ outcome: z.literal('lost') }),
]);
export type RenewResponse = z.infer<typeof renewResponse>;

/** The upload's summary: enough for the token service to show the link as used and to return a receipt. */
export const confirmBody = z.object({ documentId: z.uuid(), receivedAt: timestamp });
export type ConfirmBody = z.infer<typeof confirmBody>;

export const confirmResponse = z.object({ outcome: z.enum(['confirmed', 'revoked', 'lost']) });
export type ConfirmResponse = z.infer<typeof confirmResponse>;

export const releaseResponse = z.object({ outcome: z.enum(['released', 'lost']) });
export type ReleaseResponse = z.infer<typeof releaseResponse>;

export const settleBody = z.object({ claimId: z.uuid() });
export const settleResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('abandoned') }),
  z.object({ outcome: z.literal('completed'), documentId: z.uuid(), receivedAt: timestamp }),
]);
export type SettleResponse = z.infer<typeof settleResponse>;
