import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

@Injectable()
export class RecordExport {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Writes the audit entry for links that the page exports to a file. The page has them already, so nothing
   * is disclosed. Throws 404 when the caller may not export one of them.
   */
  async execute(tokenIds: string[], { userId, role }: Principal): Promise<void> {
    const ids = [...new Set(tokenIds)];
    await this.work.run(async (tx, emit) => {
      const owned = role === 'admin' ? {} : { ownerId: userId };
      const found = await tx.token.count({ where: { id: { in: ids }, ...owned } });
      if (found !== ids.length) throw appError('token_not_found');
      await recordAuditEvent(emit, {
        action: 'token.export',
        related: ids.map(auditSubject.token),
        codes: ['csv'],
      });
    });
  }
}
