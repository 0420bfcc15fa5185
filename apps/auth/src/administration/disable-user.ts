import { Injectable } from '@nestjs/common';
import { disableUserBody, type User } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { parse } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { closeLinkRequests } from '../password-links/open-link-request.js';
import { endCoversOfDisabled } from '../covers/end-covers-of-disabled.js';
import { voidMfaChallenges } from '../second-factor/mfa-challenges.js';
import { endAllSessions } from '../sessions/end-sessions.js';
import { lockTarget } from '../users/change-target.js';
import { recordedChange } from '../users/record-change.js';
import { toUser, userColumns } from '../users/user.js';
import { handOverLinks } from './hand-over-links.js';

@Injectable()
export class DisableUser {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Disables a clinician's account and, in the same transaction, ends its sessions and absences, voids its password
   * links, and announces who takes over its upload links, if anyone does. Disabling again stores the new reason. The
   * body is parsed here because 403 and 404 take precedence over 400.
   */
  execute(actorId: string, id: string, body: unknown): Promise<User> {
    return recordedChange(this.unitOfWork, 'user.disable', id, async (tx, emit) => {
      const before = await lockTarget(tx, actorId, id);
      const { reason, handOver } = parse(disableUserBody, body);
      const data = { disabled: true, disableReason: reason, version: { increment: 1 } };
      const select = { ...userColumns, version: true };
      const { version, ...user } = await tx.user.update({ where: { id }, data, select });
      const type = before.disabled ? 'user.updated' : 'user.disabled';
      await emit({ type, aggregateId: id, aggregateVersion: version, data: { userId: id } });
      await closeLinkRequests(tx, id);
      await voidMfaChallenges(tx, id);
      await endCoversOfDisabled(tx, emit, id);
      await handOverLinks(tx, emit, { id, version }, handOver);
      if (!before.disabled) await endAllSessions(tx, emit, { id, version }, 'user_disabled');
      return toUser(user);
    });
  }
}
