import type { Logger } from '@caredrop/service-kit';
import type { Claims } from './claims.js';

/**
 * Renews a claim while its attempt is open; calls `onLost` when the token service reports that it is no
 * longer ours. A renewal without a response proves nothing: the confirmation decides.
 */
export class Lease {
  private readonly timer: NodeJS.Timeout;
  private ended = false;

  constructor(
    private readonly claims: Claims,
    private readonly claimId: string,
    everyMs: number,
    private readonly onLost: () => void,
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
      if (outcome !== 'lost' || this.ended) return;
      this.end();
      this.onLost();
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to renew a lease');
    }
  }
}
