import { limits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

const BATCH = 1_000;

/**
 * Removes a clinician's own words to a patient once the link is used, revoked or replaced, or 90 days after it expired:
 * until then, a link that replaces it shows them too.
 */
@Injectable()
export class ForgetAgainWords {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Clears one batch; returns how many were removed. */
  execute(): Promise<number> {
    return this.prisma.$executeRaw`
      UPDATE tokens SET again_words = NULL WHERE id IN (
        SELECT id FROM tokens
        WHERE again_words IS NOT NULL AND (status IN ('used', 'revoked') OR replaced_by IS NOT NULL
          OR expires_at <= now() - ${limits.renewalDays}::int * interval '1 day')
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  }
}
