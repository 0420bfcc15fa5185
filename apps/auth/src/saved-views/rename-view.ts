import { Injectable } from '@nestjs/common';
import type { SavedView } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { auditViewChange, lockViews } from './saved-view.js';
import { requireFreeName } from './view-rules.js';

@Injectable()
export class RenameView {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Throws 404 for a view that does not exist or is another user's, and 409 if the list already has a view of this
   * name.
   */
  execute(userId: string, id: string, name: string): Promise<SavedView> {
    return this.unitOfWork.run(async (tx, emit) => {
      const views = await lockViews(tx, userId);
      const view = views.find((own) => own.id === id);
      if (!view) throw appError('not_found');
      const renamed = { ...view, name };
      requireFreeName(views, renamed);
      await tx.savedView.update({ where: { id }, data: { name } });
      await auditViewChange(emit, userId, 'renamed', view.list);
      return renamed;
    });
  }
}
