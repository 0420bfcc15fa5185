import { Injectable } from '@nestjs/common';
import { Claims } from '../claims.js';
import { linkRevoked, uploadInProgress } from '../upload.errors.js';
import type { ClaimedLink } from './claim-link.js';

/**
 * Confirms the claim: from now on no timeout ends it, so it is no longer renewed. Undone together with the
 * claim.
 */
@Injectable()
export class ConfirmClaim {
  constructor(private readonly claims: Claims) {}

  /** Throws 410 when the link has been revoked, and 409 when this upload no longer holds it. */
  async execute({ attempt, lease }: ClaimedLink, receivedAt: Date): Promise<void> {
    lease.end();
    const { documentId } = attempt;
    const body = { documentId, receivedAt: receivedAt.toISOString() };
    const { outcome } = await this.claims.confirm(attempt.claimId, body);
    if (outcome === 'revoked') throw linkRevoked();
    if (outcome === 'lost') throw uploadInProgress();
  }
}
