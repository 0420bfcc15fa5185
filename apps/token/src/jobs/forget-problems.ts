import { limits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { setNoProblem } from '../problems/no-problem.js';

const BATCH = 1_000;

/**
 * Removes patients' reports 90 days after the expiry of their link, even if the link was revoked before. A report that
 * a clinician has dealt with is removed immediately, as are those of links that are replaced or receive a document.
 */
@Injectable()
export class ForgetProblems {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Clears one batch; returns how many reports were removed. */
  execute(): Promise<number> {
    return this.prisma.$executeRaw`
      UPDATE tokens SET ${setNoProblem}
      WHERE id IN (
        SELECT id FROM tokens
        WHERE problem_at IS NOT NULL AND expires_at <= now() - ${limits.renewalDays}::int * interval '1 day'
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  }
}
