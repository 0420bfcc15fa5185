import { Inject, Injectable } from '@nestjs/common';
import type { ConfirmResponse, ConfirmBody } from '@caredrop/contracts/internal';
import { PrismaService } from '../database/prisma.service.js';

@Injectable()
export class ConfirmClaim {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /**
   * Confirms the claim of a document that is stored and about to be committed. From now on no timeout ends the claim:
   * only `upload.completed`, a release, a settlement or `reconcile` does. Repeating it is harmless. Returns `revoked`
   * if the link was revoked in the meantime, and `lost` if the claim is not the current one, or if both its lease and
   * the link have expired.
   */
  async execute(claimId: string, { documentId, receivedAt }: ConfirmBody): Promise<ConfirmResponse> {
    const confirmed = await this.prisma.$executeRaw`
      UPDATE "tokens" SET
        "confirmed_at" = COALESCE("confirmed_at", now()),
        "document_id" = ${documentId}::uuid,
        "received_at" = ${new Date(receivedAt)}
      WHERE "claim_id" = ${claimId}::uuid AND "status" = 'active'
        AND ("confirmed_at" IS NOT NULL OR "lease_until" > now() OR "expires_at" > now())`;
    return { outcome: confirmed > 0 ? 'confirmed' : await this.whyNot(claimId) };
  }

  private async whyNot(claimId: string): Promise<ConfirmResponse['outcome']> {
    const token = await this.prisma.token.findUnique({ where: { claimId }, select: { status: true } });
    if (token?.status === 'used') return 'confirmed';
    return token?.status === 'revoked' ? 'revoked' : 'lost';
  }
}
