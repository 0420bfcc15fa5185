import { Inject, Injectable } from '@nestjs/common';
import type { ReleaseResponse } from '@caredrop/contracts/internal';
import { PrismaService } from '../database/prisma.service.js';

@Injectable()
export class ReleaseClaim {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /**
   * Releases the link. The holder calls this only after making sure that its attempt can never commit, so a
   * confirmed claim is released as well. Other claims are not affected.
   */
  async execute(claimId: string): Promise<ReleaseResponse> {
    const released = await this.prisma.$executeRaw`
      UPDATE "tokens" SET "claim_id" = NULL, "claim_key" = NULL, "claim_started_at" = NULL, "lease_until" = NULL,
        "confirmed_at" = NULL, "document_id" = NULL, "received_at" = NULL
      WHERE "claim_id" = ${claimId}::uuid AND "status" = 'active'`;
    return { outcome: released > 0 ? 'released' : 'lost' };
  }
}
