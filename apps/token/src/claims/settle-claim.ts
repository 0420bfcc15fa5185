import { Inject, Injectable } from '@nestjs/common';
import { settleResponse, type SettleResponse } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import { InternalClient } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { MarkUsed } from './mark-used.js';
import { ReleaseClaim } from './release-claim.js';

@Injectable()
export class SettleClaim {
  constructor(
    @Inject(InternalClient) private readonly client: InternalClient,
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly releaseClaim: ReleaseClaim,
    private readonly markUsed: MarkUsed,
    private readonly metrics: TokenMetrics,
  ) {}

  /**
   * Ends a confirmed claim that was never completed, by asking the document service. That service makes its decision
   * final before it responds, so a pending commit has either happened already or never will. Throws when the service
   * cannot be reached; the claim then stays confirmed.
   */
  async execute(claimId: string): Promise<SettleResponse['outcome']> {
    const options = { onBehalf: false };
    const response = await this.client.post(
      'document',
      '/internal/attempts/settle',
      { claimId },
      settleResponse,
      options,
    );
    if (response.outcome === 'abandoned') await this.releaseClaim.execute(claimId);
    else
      await this.work.run((tx, emit) =>
        this.markUsed.execute(tx, [{ claimId, ...response, tokenId: null, emit }]),
      );
    this.metrics.settlements.inc({ outcome: response.outcome });
    return response.outcome;
  }
}
