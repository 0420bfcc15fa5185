import { Inject, Injectable } from '@nestjs/common';
import type { ChangePasswordBody } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { SignInBackOff } from '../back-off/sign-in-back-off.js';
import type { Tx } from '../database/prisma.service.js';
import { lockAccount, nextVersion } from '../users/account.js';
import { ConfirmPassword } from '../second-factor/confirm-password.js';
import { dropEnrolment } from '../second-factor/enrolments.js';
import { voidMfaChallenges } from '../second-factor/mfa-challenges.js';
import { wrongCode } from '../second-factor/rejections.js';
import { SpendCode } from '../second-factor/spend-code.js';
import { AccountRejections } from '../sessions/account-rejections.js';
import { endOtherSessions } from '../sessions/end-sessions.js';
import { requireOpenSession } from '../sessions/require-open-session.js';
import { closeLinkRequests } from '../password-links/open-link-request.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { rejectPassword, rejectWithoutLookup, type PasswordRules } from './password-rules.js';
import { PASSWORD_RULES, reject, wordsAbout } from './reset-password.js';

/** Changes the password of a signed-in user. Ends the other sessions and voids open password links. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly current: ConfirmPassword,
    private readonly codes: SpendCode,
    private readonly hasher: PasswordHasher,
    private readonly backOff: SignInBackOff,
    private readonly rejections: AccountRejections,
    @Inject(PASSWORD_RULES) private readonly rules: PasswordRules,
  ) {}

  /**
   * Throws 400 for a wrong current password (counted separately from failed sign-ins), for a new one that the rules
   * reject, and for a missing or wrong code if the account has a second factor, and 429 while the user has to wait after
   * failures.
   */
  execute(
    person: Principal,
    { currentPassword, newPassword, code }: ChangePasswordBody,
    address: string | null,
  ): Promise<void> {
    return this.rejections.noted('password.change', person.userId, async () => {
      await this.current.execute(person.userId, currentPassword);
      reject(await rejectPassword(newPassword, this.rules, []));
      if (!(await this.change(person, newPassword, code ?? null, address))) throw wrongCode();
    });
  }

  /** False for a wrong code, which is counted, so the transaction must commit. */
  private async change(
    person: Principal,
    password: string,
    code: string | null,
    address: string | null,
  ): Promise<boolean> {
    const { userId, sessionId } = person;
    const passwordHash = await this.hasher.hash(password);
    return this.unitOfWork.run(async (tx, emit) => {
      const account = await lockAccount(tx, userId);
      if (!account) throw appError('unauthorized');
      reject(rejectWithoutLookup(password, this.rules, wordsAbout(account)));
      // If a concurrent reset has ended the session, the reset's password is kept.
      await requireOpenSession(tx, person);
      if (!(await this.isConfirmed(tx, emit, userId, code))) return false;
      await tx.user.update({ where: { id: userId }, data: { passwordHash } });
      await closeLinkRequests(tx, userId);
      await voidMfaChallenges(tx, userId);
      await dropEnrolment(tx, userId);
      await emitPasswordChanged(tx, emit, userId);
      await endOtherSessions(tx, emit, { userId, sessionId }, 'password_changed');
      await this.backOff.startOver(tx, { email: account.email, address });
      await recordAuditEvent(emit, { action: 'password.change', subject: auditSubject.user(userId) });
      return true;
    });
  }

  /** Spends the code if the account has a second factor. The account must be locked. */
  private async isConfirmed(tx: Tx, emit: Emit, userId: string, code: string | null): Promise<boolean> {
    if ((await tx.secondFactor.count({ where: { userId } })) === 0) return true;
    if (code === null) throw appError('code_required');
    return this.codes.execute(tx, emit, userId, code);
  }
}

async function emitPasswordChanged(tx: Tx, emit: Emit, userId: string): Promise<void> {
  const aggregateVersion = await nextVersion(tx, userId);
  await emit({ type: 'password.changed', aggregateId: userId, aggregateVersion, data: { userId } });
}
