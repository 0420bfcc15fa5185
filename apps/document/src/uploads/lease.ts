import type { Logger } from '@caredrop/service-kit';
import type { Claims } from './claims.js';
import { linkRevoked, uploadInProgress } from './upload.errors.js';

/**
 * Renews a claim until it is confirmed or undone. `lost` aborts when the token service reports that the link was revoked
 * or that this upload no longer holds it; its reason is the error for the client. A renewal that fails is only logged:
 * the confirmation decides.
 */
export class Lease {
  private readonly losing = new AbortController();
  readonly lost: AbortSignal = this.losing.signal;
  private readonly timer: NodeJS.Timeout;
  private ended = false;

  constructor(
    private readonly claims: Claims,
    private readonly claimId: string,
    everyMs: number,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => void this.renew(), everyMs);
  }

  end(): void {
    this.ended = true;
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    try {
      const { outcome } = await this.claims.renew(this.claimId);
      if (outcome === 'renewed' || this.ended) return;
      this.end();
      this.losing.abort(outcome === 'revoked' ? linkRevoked() : uploadInProgress());
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to renew a lease');
    }
  }
}
