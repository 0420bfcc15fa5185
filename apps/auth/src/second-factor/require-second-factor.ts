import { Injectable } from '@nestjs/common';
import { requireSecondFactorBody, type User } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject, parse, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { endWeakSessions } from '../sessions/end-sessions.js';
import { lockTarget } from '../users/change-target.js';
import { recordedFailure } from '../users/record-change.js';
import { toUser } from '../users/user.js';
import { nextVersion } from '../users/account.js';
import { voidMfaChallenges } from './mfa-challenges.js';

@Injectable()
export class RequireSecondFactor {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Requires a clinician to use a second factor from now on, or stops requiring one. Requiring one ends the sessions in
   * which none was used, and a user without one sets it up at the next sign-in. The body is parsed here because 403 and
   * 404 take precedence over 400.
   */
  execute(actorId: string, id: string, body: unknown): Promise<User> {
    return recordedFailure(this.unitOfWork, 'second_factor.require', id, async (tx, emit) => {
      const target = await lockTarget(tx, actorId, id);
      const { required } = parse(requireSecondFactorBody, body);
      await setRequired(tx, emit, id, required);
      return toUser(target);
    });
  }
}

/** The account must already be locked. Incomplete sign-ins restart under the new rule. */
export async function setRequired(tx: Tx, emit: Emit, userId: string, required: boolean): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { secondFactorRequired: required } });
  const aggregateVersion = await nextVersion(tx, userId);
  await emit({ type: 'user.updated', aggregateId: userId, aggregateVersion, data: { userId } });
  await voidMfaChallenges(tx, userId);
  if (required) await endWeakSessions(tx, emit, userId);
  const codes = [required ? 'required' : 'not_required'];
  await recordAuditEvent(emit, {
    action: 'second_factor.require',
    subject: auditSubject.user(userId),
    codes,
  });
}
