import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SavedView, SaveViewBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { auditViewChange, lockViews } from './saved-view.js';
import { requireFreeName, requireBelowLimit } from './view-rules.js';

@Injectable()
export class SaveView {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Throws 409 if the list already has a view of this name, or the maximum number of views. */
  execute(userId: string, { list, name, query }: SaveViewBody): Promise<SavedView> {
    const view = { id: randomUUID(), list, name, query };
    return this.unitOfWork.run(async (tx, emit) => {
      const views = await lockViews(tx, userId);
      requireFreeName(views, view);
      requireBelowLimit(views, view);
      await tx.savedView.create({ data: { ...view, userId } });
      await auditViewChange(emit, userId, 'saved', list);
      return view;
    });
  }
}
