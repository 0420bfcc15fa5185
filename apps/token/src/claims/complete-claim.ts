import { Inject, Injectable } from '@nestjs/common';
import type { CompleteAnswer, ConfirmBody } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { markUsed } from './mark-used.js';

@Injectable()
export class CompleteClaim {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * The document is committed: marks the token as used. `upload.completed` does the same; either may come
   * first.
   */
  async execute(claimId: string, { documentId, receivedAt }: ConfirmBody): Promise<CompleteAnswer> {
    return this.work.run(async (tx, emit) => {
      const unchanged = await markUsed(tx, [{ claimId, documentId, receivedAt, tokenId: null, emit }]);
      if (unchanged.length === 0) return { outcome: 'completed' };
      const token = await tx.token.findUnique({ where: { claimId }, select: { status: true } });
      return { outcome: token?.status === 'used' ? 'completed' : 'lost' };
    });
  }
}
