import { Injectable } from '@nestjs/common';
import type { Role, User } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { openLinkRequest } from '../password-links/open-link-request.js';
import { announceAdmin } from './announce-admin.js';
import { createUser } from './create-user.js';
import { recordedFailure } from '../users/record-change.js';
import { toUser } from '../users/user.js';

interface Invitation {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
}

@Injectable()
export class InviteUser {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Creates an account without a password; the notification service emails the link that sets one. A failed invitation
   * is audited as well.
   */
  execute(invitation: Invitation): Promise<User> {
    return recordedFailure(this.unitOfWork, 'user.invite', null, async (tx, emit) => {
      const user = await createUser(tx, emit, { ...invitation, passwordHash: null });
      await openLinkRequest(tx, emit, { id: user.id, version: 1 }, 'invite');
      if (user.role === 'admin') await announceAdmin(tx, emit, { id: user.id, version: 1 });
      await recordAuditEvent(emit, {
        action: 'user.invite',
        subject: auditSubject.user(user.id),
        codes: [`role_${user.role}`],
      });
      return toUser(user);
    });
  }
}
