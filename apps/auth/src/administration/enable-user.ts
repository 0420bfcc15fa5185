import { Injectable } from '@nestjs/common';
import type { User } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { lockTarget } from '../users/change-target.js';
import { recordedChange } from '../users/record-change.js';
import { toUser, userColumns } from '../users/user.js';

@Injectable()
export class EnableUser {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Lets a clinician sign in again and clears the reason. Ended sessions stay ended. */
  execute(actorId: string, id: string): Promise<User> {
    return recordedChange(this.unitOfWork, 'user.enable', id, async (tx, emit) => {
      const before = await lockTarget(tx, actorId, id);
      if (!before.disabled) return toUser(before);
      const data = { disabled: false, disableReason: null, version: { increment: 1 } };
      const select = { ...userColumns, version: true };
      const { version, ...user } = await tx.user.update({ where: { id }, data, select });
      await emit({ type: 'user.enabled', aggregateId: id, aggregateVersion: version, data: { userId: id } });
      return toUser(user);
    });
  }
}
