import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, mayWorkOn, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

@Injectable()
export class RecordExport {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Writes the audit entry for links that the page exports to a file. The page has them already, so nothing
   * is disclosed. Throws 404 when the caller may not export one of them.
   */
  async execute(tokenIds: string[], caller: Principal): Promise<void> {
    const ids = [...new Set(tokenIds)];
    await this.work.run(async (tx, emit) => {
      const select = { ownerId: true, teamId: true };
      const found = await tx.token.findMany({ where: { id: { in: ids } }, select });
      if (found.length !== ids.length || !found.every((token) => mayWorkOn(caller, token)))
        throw appError('token_not_found');
      await recordAuditEvent(emit, {
        action: 'token.export',
        related: ids.map(auditSubject.token),
        codes: ['csv'],
      });
    });
  }
}
