import { Injectable } from '@nestjs/common';
import type { User } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError } from '@caredrop/service-kit';
import { AttemptCounters } from '../back-off/attempt-counters.js';
import { countAttempt, remainingMs } from '../back-off/back-off.js';
import { mailsPerAccount } from '../back-off/mail-limit.js';
import type { Tx } from '../database/prisma.service.js';
import { openLinkRequest } from '../password-links/open-link-request.js';
import { nextVersion } from '../users/account.js';
import { lockTarget } from '../users/change-target.js';
import { recordedChange } from '../users/record-change.js';
import { toUser } from '../users/user.js';

@Injectable()
export class InviteAgain {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly counters: AttemptCounters,
  ) {}

  /**
   * Sends a clinician who has not set a password another invitation. It does not void the links in earlier ones.
   * Throws 404, 403, 409 (already accepted, disabled), 429 (too many emails).
   */
  execute(actorId: string, id: string): Promise<User> {
    return recordedChange(this.unitOfWork, 'user.invite_again', id, async (tx, emit) => {
      const user = await lockTarget(tx, actorId, id);
      if (user.disabled) throw appError('invitation_disabled');
      if (!(await isInvited(tx, id))) throw appError('invitation_accepted');
      await this.count(tx, id);
      await openLinkRequest(tx, emit, { id, version: await nextVersion(tx, id) }, 'invite');
      return toUser(user);
    });
  }

  private async count(tx: Tx, id: string): Promise<void> {
    const key = this.counters.keyOf('invite', id);
    const view = await this.counters.lock(tx, [key]);
    const wait = remainingMs(view.of(key), view.now);
    if (wait > 0) throw appError('rate_limited', { retryAfter: wait / 1000 });
    await this.counters.save(tx, key, countAttempt(view.of(key), mailsPerAccount, view.now));
  }
}

/** Returns true until the user has set a password. */
async function isInvited(tx: Tx, id: string): Promise<boolean> {
  return (await tx.user.count({ where: { id, passwordHash: null } })) === 1;
}
