import { Inject, Injectable } from '@nestjs/common';
import type { RenewResponse } from '@caredrop/contracts/internal';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

@Injectable()
export class RenewClaim {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Extends a claim's lease up to its absolute end. Returns `revoked` if the link was revoked, and `lost` if the claim
   * is not the current one, is confirmed, or has reached its end. A renewal after the lease has ended succeeds only
   * while the link has neither expired nor been claimed by another upload.
   */
  async execute(claimId: string): Promise<RenewResponse> {
    const [row] = await this.prisma.$queryRaw<{ lease_until: Date }[]>`
      UPDATE "tokens" SET "lease_until" = LEAST(
        now() + ${this.config.CLAIM_LEASE_MS}::int * interval '1 millisecond',
        "claim_started_at" + ${this.config.CLAIM_MAX_MS}::int * interval '1 millisecond')
      WHERE "claim_id" = ${claimId}::uuid AND "status" = 'active' AND "confirmed_at" IS NULL
        AND "claim_started_at" + ${this.config.CLAIM_MAX_MS}::int * interval '1 millisecond' > now()
        AND ("lease_until" > now() OR "expires_at" > now())
      RETURNING "lease_until"`;
    if (row) return { outcome: 'renewed', leaseUntil: row.lease_until.toISOString() };
    const token = await this.prisma.token.findUnique({ where: { claimId }, select: { status: true } });
    return { outcome: token?.status === 'revoked' ? 'revoked' : 'lost' };
  }
}
