import { Inject, Injectable } from '@nestjs/common';
import { ServiceCallFailed, type Logger } from '@caredrop/service-kit';
import { SettleClaim } from '../claims/settle-claim.js';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

const BATCH = 100;

@Injectable()
export class SettleStaleClaims {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly settleClaim: SettleClaim,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Settles confirmations older than `SETTLE_AFTER_MS`. Stops before the next one once `isStopping` returns true, or
   * when the document service does not respond. Returns the number settled.
   */
  async execute(isStopping = () => false): Promise<number> {
    let settled = 0;
    for (const { claim_id: claimId } of await this.stale()) {
      if (isStopping()) break;
      try {
        await this.settleClaim.execute(claimId);
        settled += 1;
      } catch (err) {
        // The document service is unavailable: the claim stays confirmed, counts as used, and is retried.
        this.logger.warn({ err, claimId }, 'failed to settle a confirmed claim');
        if (err instanceof ServiceCallFailed && err.upstreamStatus === null) break;
      }
    }
    return settled;
  }

  private stale(): Promise<{ claim_id: string }[]> {
    return this.prisma.$queryRaw`
      SELECT "claim_id" FROM "tokens" WHERE "status" = 'active'
        AND "confirmed_at" < now() - ${this.config.SETTLE_AFTER_MS}::int * interval '1 millisecond'
      ORDER BY "confirmed_at" LIMIT ${BATCH}`;
  }
}
