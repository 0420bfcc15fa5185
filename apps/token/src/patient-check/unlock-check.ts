import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { AppError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { recordView } from '../tokens/record-view.js';
import { statusOf } from '../tokens/token.js';
import { checkLimits } from '../check-rules/check-limits.js';
import { aboutToken } from '../belonging/about-token.js';

@Injectable()
export class UnlockCheck {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Lets the patient try again after too many wrong dates, and voids the proofs given so far, including those for other
   * links of the request. Repeating it changes nothing. Throws 409.
   */
  async execute(id: string): Promise<Token> {
    const subject = auditSubject.token(id);
    try {
      return await this.unlock(id);
    } catch (error) {
      const event = { action: 'token.unlock_check', ...toAuditOutcome(error), subject } as const;
      await recordAuditEvent(this.work.emit, event);
      throw error;
    }
  }

  private unlock(id: string): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      const unlocked = await tx.$executeRaw`
        UPDATE tokens SET check_tries = 0, check_waits_until = NULL, check_passed_at = NULL,
          check_version = check_version + 1, version = version + 1
        WHERE id = ${id}::uuid AND check_hash IS NOT NULL AND status = 'active' AND confirmed_at IS NULL
          AND expires_at > now() AND check_tries >= ${checkLimits.triesPerRound}::int`;
      const row = await tx.token.findUniqueOrThrow({ where: { id } });
      const rejection = rejectionOf(row);
      if (rejection) throw new AppError(rejection);
      if (unlocked > 0) {
        await voidProofsOfOthers(tx, row);
        const data = aboutToken(row);
        const type = 'token.check_unlocked';
        await emit({ type, aggregateId: id, aggregateVersion: row.version, data });
        await recordAuditEvent(emit, { action: 'token.unlock_check', subject: auditSubject.token(id) });
      } else await recordView(emit, row);
      return row;
    });
  }
}

/** A proof for another link of the request would otherwise be converted into one for the unlocked link. */
async function voidProofsOfOthers(tx: Tx, { id, requestId }: Token): Promise<void> {
  if (requestId === null) return;
  const data = { checkPassedAt: null, checkVersion: { increment: 1 } };
  await tx.token.updateMany({ where: { requestId, id: { not: id } }, data });
}

const rejectionOf = (row: Token): ErrorCode | null =>
  statusOf(row, new Date()) === 'active' && row.checkHash ? null : 'check_not_set';
