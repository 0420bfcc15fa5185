import { limits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

const BATCH = 1_000;

/**
 * Removes the patient checks of expired links that were replaced or can no longer be, and any that are left on used or
 * revoked links. Normally, a trigger removes those in the statement that ends the link; a used or skipped link of a
 * request keeps its check until the next link has it.
 */
@Injectable()
export class ForgetPatientChecks {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Clears one batch; returns how many were removed. */
  execute(): Promise<number> {
    return this.prisma.$executeRaw`
      UPDATE tokens SET check_key_id = NULL, check_key_sealed = NULL, check_hash = NULL, check_initials = NULL,
        check_waits_until = NULL
      WHERE id IN (
        SELECT id FROM tokens WHERE check_key_id IS NOT NULL AND (status = 'revoked' AND skipped_at IS NULL
          OR (status IN ('used', 'revoked') AND (request_id IS NULL OR followed_at IS NOT NULL))
          OR (status = 'expired' AND (replaced_by IS NOT NULL
            OR expires_at <= now() - ${limits.renewalDays}::int * interval '1 day')))
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  }
}
