import { Injectable } from '@nestjs/common';
import type { User } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { endAllSessions } from '../sessions/end-sessions.js';
import { lockTarget } from '../users/change-target.js';
import { recordedFailure } from '../users/record-change.js';
import { toUser } from '../users/user.js';
import { removeSecondFactor } from './enrolments.js';
import { notSetUp } from './rejections.js';
import { emitSecondFactorChange } from './emit-second-factor-change.js';

@Injectable()
export class ResetSecondFactor {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Resets the second factor of a clinician who has lost their phone and recovery codes. Throws 409 when no second
   * factor is set up.
   */
  execute(actorId: string, id: string): Promise<User> {
    return recordedFailure(this.unitOfWork, 'second_factor.reset', id, async (tx, emit) => {
      const target = await lockTarget(tx, actorId, id);
      await takeAway(tx, emit, id);
      return toUser(target);
    });
  }
}

/**
 * Removes the second factor, ends the user's sessions and notifies the user by email. The account must already be
 * locked.
 */
export async function takeAway(tx: Tx, emit: Emit, userId: string): Promise<void> {
  if (!(await removeSecondFactor(tx, userId))) throw notSetUp();
  const version = await emitSecondFactorChange(tx, emit, userId, 'reset');
  await endAllSessions(tx, emit, { id: userId, version }, 'second_factor_changed');
}
