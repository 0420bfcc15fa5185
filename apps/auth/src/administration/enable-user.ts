import { Injectable } from '@nestjs/common';
import type { User } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { openLinkRequest } from '../password-links/open-link-request.js';
import { lockTarget } from '../users/change-target.js';
import { recordedChange } from '../users/record-change.js';
import { toUser, userColumns } from '../users/user.js';

@Injectable()
export class EnableUser {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Lets a clinician sign in again and clears the reason. Ended sessions stay ended. Someone who has not set a password
   * is invited again, because disabling the account voided the invitation.
   */
  execute(actorId: string, id: string): Promise<User> {
    return recordedChange(this.unitOfWork, 'user.enable', id, async (tx, emit) => {
      const before = await lockTarget(tx, actorId, id);
      if (!before.disabled) return toUser(before);
      const data = { disabled: false, disableReason: null, version: { increment: 1 } };
      const select = { ...userColumns, version: true, passwordHash: true };
      const { version, passwordHash, ...user } = await tx.user.update({ where: { id }, data, select });
      const invited = passwordHash === null;
      const event = { type: 'user.enabled', aggregateId: id, aggregateVersion: version } as const;
      await emit({ ...event, data: { userId: id, ...(invited && { invited }) } });
      if (invited) await openLinkRequest(tx, emit, { id, version }, 'invite');
      return toUser(user);
    });
  }
}
