import { Inject, Injectable } from '@nestjs/common';
import type { Enrolment, SecondFactor } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { AccountRejections } from '../sessions/account-rejections.js';
import { endOtherSessions, strengthenSession } from '../sessions/end-sessions.js';
import { requireOpenSession } from '../sessions/require-open-session.js';
import { lockAccount, type Account } from '../users/account.js';
import { ConfirmPassword } from './confirm-password.js';
import { Enrolments, hasSecondFactor, removeSecondFactor } from './enrolments.js';
import { RecoveryCodes } from './recovery-codes.js';
import { enrolmentOver, mustStay, notSetUp, wrongCode } from './rejections.js';
import { mustUseSecondFactor } from '../users/second-factor-rule.js';
import { SpendCode } from './spend-code.js';
import { emitSecondFactorChange } from './emit-second-factor-change.js';

/** What users enter to change their own second factor: the password, and a code if a factor is in use. */
export interface Proof {
  password: string;
  code?: string | null | undefined;
}

/** The user's own second factor: viewing, setting up, replacing and turning it off. */
@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly prisma: PrismaService,
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly password: ConfirmPassword,
    private readonly codes: SpendCode,
    private readonly enrolments: Enrolments,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly rejections: AccountRejections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async status(userId: string): Promise<SecondFactor> {
    const account = await this.prisma.user.findUnique({
      where: { id: userId },
      include: { secondFactor: true, recoveryCodes: { where: { usedAt: null } } },
    });
    if (!account) throw appError('unauthorized');
    return {
      enabled: account.secondFactor !== null,
      required: this.isRequired(account),
      enabledAt: account.secondFactor?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: account.recoveryCodes.length,
    };
  }

  /**
   * Issues a secret for an authenticator app. Replacing one in use needs a code from it, or a recovery code, as well.
   */
  enrol(person: Principal, proof: Proof): Promise<Enrolment> {
    const { userId } = person;
    return this.rejections.noted('second_factor.turn_on', userId, async () => {
      await this.password.execute(userId, proof.password);
      const enrolment = await this.unitOfWork.run(async (tx, emit) => {
        const account = await ownAccount(tx, person);
        const inUse = await hasSecondFactor(tx, userId);
        if (inUse && !(await this.codes.execute(tx, emit, userId, proof.code ?? ''))) return null;
        return this.enrolments.begin(tx, account);
      });
      if (!enrolment) throw wrongCode();
      return enrolment;
    });
  }

  /** Takes the app's first code: enables the factor and ends every other session of the user. */
  confirm(person: Principal, code: string): Promise<string[]> {
    const { userId, sessionId } = person;
    return this.rejections.noted('second_factor.turn_on', userId, async () => {
      const outcome = await this.unitOfWork.run(async (tx, emit) => {
        await ownAccount(tx, person);
        const replaced = await hasSecondFactor(tx, userId);
        const recoveryCodes = await this.enrolments.confirm(tx, userId, code);
        if (typeof recoveryCodes === 'string') return recoveryCodes;
        await strengthenSession(tx, sessionId);
        await endOtherSessions(tx, emit, { userId, sessionId });
        await emitSecondFactorChange(tx, emit, userId, replaced ? 'replaced' : 'on');
        return recoveryCodes;
      });
      if (outcome === 'over') throw enrolmentOver();
      if (outcome === 'wrong') throw wrongCode();
      return outcome;
    });
  }

  /** Creates ten new recovery codes; the old ones become invalid. */
  renewRecoveryCodes(person: Principal, proof: Proof): Promise<string[]> {
    const { userId } = person;
    const action = 'second_factor.renew_recovery_codes';
    return this.rejections.noted(action, userId, async () => {
      await this.password.execute(userId, proof.password);
      const codes = await this.unitOfWork.run(async (tx, emit) => {
        await this.requireFactor(tx, person);
        if (!(await this.codes.execute(tx, emit, userId, proof.code ?? ''))) return null;
        await recordAuditEvent(emit, { action, subject: auditSubject.user(userId) });
        return this.recoveryCodes.renew(tx, userId);
      });
      if (!codes) throw wrongCode();
      return codes;
    });
  }

  /** Throws 409 if a second factor is required: it can then only be replaced. */
  turnOff(person: Principal, proof: Proof): Promise<void> {
    const { userId } = person;
    return this.rejections.noted('second_factor.turn_off', userId, async () => {
      await this.password.execute(userId, proof.password);
      const spent = await this.unitOfWork.run(async (tx, emit) => {
        if (this.isRequired(await this.requireFactor(tx, person))) throw mustStay();
        if (!(await this.codes.execute(tx, emit, userId, proof.code ?? ''))) return false;
        await removeSecondFactor(tx, userId);
        await emitSecondFactorChange(tx, emit, userId, 'off');
        return true;
      });
      if (!spent) throw wrongCode();
    });
  }

  private isRequired(account: Pick<Account, 'role' | 'secondFactorRequired'>): boolean {
    return mustUseSecondFactor(this.config.REQUIRE_SECOND_FACTOR, account);
  }

  private async requireFactor(tx: Tx, person: Principal): Promise<Account> {
    const account = await ownAccount(tx, person);
    if (!(await hasSecondFactor(tx, person.userId))) throw notSetUp();
    return account;
  }
}

/** Returns the account, its row locked. Throws 401 if the account is disabled or deleted, or the session has ended. */
async function ownAccount(tx: Tx, person: Principal): Promise<Account> {
  const account = await lockAccount(tx, person.userId);
  if (!account) throw appError('unauthorized');
  await requireOpenSession(tx, person);
  return account;
}
