import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { auditViewChange, lockViews } from './saved-view.js';

@Injectable()
export class DeleteView {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Throws 404 for a view that does not exist or is another user's. */
  execute(userId: string, id: string): Promise<void> {
    return this.unitOfWork.run(async (tx, emit) => {
      const view = (await lockViews(tx, userId)).find((own) => own.id === id);
      if (!view) throw appError('not_found');
      await tx.savedView.delete({ where: { id } });
      await auditViewChange(emit, userId, 'deleted', view.list);
    });
  }
}
