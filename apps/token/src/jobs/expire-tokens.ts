import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';

const BATCH = 200;

@Injectable()
export class ExpireTokens {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Marks tokens past their expiry, by the database's clock; many replicas may run it concurrently. Skips links that an
   * upload still holds. Returns the number expired.
   */
  async execute(): Promise<number> {
    return this.work.run(async (tx, emit) => {
      const rows = await tx.$queryRaw<(BelongingToken & { version: number })[]>`
        UPDATE "tokens" SET "status" = 'expired', "version" = "version" + 1
        WHERE "id" IN (
          SELECT "id" FROM "tokens"
          WHERE "status" = 'active' AND "expires_at" <= now() AND "confirmed_at" IS NULL
            AND ("claim_id" IS NULL OR "lease_until" <= now())
          ORDER BY "expires_at" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "version"`;
      for (const { version, ...token } of rows) {
        await emit({
          type: 'token.expired',
          aggregateId: token.id,
          aggregateVersion: version,
          data: aboutToken(token),
        });
        await recordAuditEvent(emit, {
          action: 'token.expire',
          subject: auditSubject.token(token.id),
          actor: 'system',
        });
      }
      return rows.length;
    });
  }
}
