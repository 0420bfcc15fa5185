import { Inject, Injectable } from '@nestjs/common';
import type { LoginResponse, LoginConfirmResponse, Enrolment } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { AccountRejections } from '../sessions/account-rejections.js';
import { KnownDevices } from '../sessions/known-devices.js';
import { recordSignIn } from '../sessions/record-sign-in.js';
import { SignInBackOff } from '../back-off/sign-in-back-off.js';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { SessionTokens, type SignedSession } from '../sessions/session-tokens.js';
import { startSession } from '../sessions/start-session.js';
import { toUser } from '../users/user.js';
import { lockAccount, type Account } from '../users/account.js';
import { Enrolments, hasSecondFactor } from '../second-factor/enrolments.js';
import { signInOver, wrongCodeAtSignIn } from '../second-factor/rejections.js';
import {
  countMfaAttempt,
  consumeMfaChallenge,
  mfaChallengeOwner,
  mfaChallengeUser,
  type MfaChallengePurpose,
} from '../second-factor/mfa-challenges.js';
import { SpendCode } from '../second-factor/spend-code.js';
import { emitSecondFactorChange } from '../second-factor/emit-second-factor-change.js';

interface Opened {
  account: Account;
  session: SignedSession;
}

/** The second step of signing in, for users whose password was correct, as their ticket proves. */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly prisma: PrismaService,
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly codes: SpendCode,
    private readonly enrolments: Enrolments,
    private readonly backOff: SignInBackOff,
    private readonly tokens: SessionTokens,
    private readonly devices: KnownDevices,
    private readonly rejections: AccountRejections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Accepts a code from the authenticator app or a recovery code. Throws 401 for a wrong code or an expired ticket, and
   * 429 while the account is throttled after failures.
   */
  withCode(ticket: string, code: string, address: string | null): Promise<LoginResponse> {
    return this.noted(ticket, () => this.checkCode(ticket, code, address));
  }

  private async checkCode(ticket: string, code: string, address: string | null): Promise<LoginResponse> {
    const opened = await this.unitOfWork.run(async (tx, emit) => {
      const account = await accountOf(tx, ticket, 'code');
      if (!(await this.codes.execute(tx, emit, account.id, code, toUser(account)))) {
        await countMfaAttempt(tx, ticket);
        return null;
      }
      if (!(await consumeMfaChallenge(tx, ticket))) throw signInOver();
      return this.open(tx, emit, account, address);
    });
    if (!opened) throw wrongCodeAtSignIn();
    return this.loginResponse(opened);
  }

  /**
   * Issues a secret to a user who must set up a second factor before signing in. Throws 401 once a factor
   * exists.
   */
  beginSetUp(ticket: string): Promise<Enrolment> {
    return this.unitOfWork.run(async (tx) => this.enrolments.begin(tx, await accountToSetUp(tx, ticket)));
  }

  /**
   * Takes the first code: enables the factor, signs the user in and returns the recovery codes. Throws 401
   * once a factor exists: the ticket proves the password alone, which must never replace a factor.
   */
  confirmSetUp(ticket: string, code: string, address: string | null): Promise<LoginConfirmResponse> {
    return this.noted(ticket, () => this.checkSetUp(ticket, code, address));
  }

  private async checkSetUp(
    ticket: string,
    code: string,
    address: string | null,
  ): Promise<LoginConfirmResponse> {
    const opened = await this.unitOfWork.run(async (tx, emit) => {
      const account = await accountToSetUp(tx, ticket);
      const recoveryCodes = await this.enrolments.confirm(tx, account.id, code);
      if (recoveryCodes === 'over') throw signInOver();
      if (recoveryCodes === 'wrong') return null;
      await emitSecondFactorChange(tx, emit, account.id, 'on', toUser(account));
      return { ...(await this.open(tx, emit, account, address)), recoveryCodes };
    });
    if (!opened) throw wrongCodeAtSignIn();
    return { ...(await this.loginResponse(opened)), recoveryCodes: opened.recoveryCodes };
  }

  private async open(tx: Tx, emit: Emit, account: Account, address: string | null): Promise<Opened> {
    const session = await startSession(tx, account, {
      absoluteSeconds: this.config.SESSION_ABSOLUTE_SECONDS,
      secondFactor: true,
    });
    if (!session) throw signInOver();
    await this.backOff.remember(tx, { email: account.email, address });
    await recordSignIn(emit, toUser(account), session.id, 'second_factor');
    await this.devices.note(tx, emit, session);
    return { account, session };
  }

  /** Audits a failed second step, with the user of the ticket. */
  private async noted<Result>(ticket: string, step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      await this.rejections.note('second_factor.verify', error, await mfaChallengeUser(this.prisma, ticket));
      throw error;
    }
  }

  private async loginResponse({ account, session }: Opened): Promise<LoginResponse> {
    return { user: toUser(account), token: await this.tokens.sign(session) };
  }
}

/**
 * Returns the ticket's account, locked: a concurrent disable or reset of its password or factor happens before or
 * after this transaction, never during it.
 */
async function accountOf(tx: Tx, ticket: string, purpose: MfaChallengePurpose): Promise<Account> {
  const userId = await mfaChallengeOwner(tx, ticket, purpose);
  const account = userId === null ? null : await lockAccount(tx, userId);
  // Read again under the lock: a concurrent change may have voided the ticket.
  if (!account || !(await mfaChallengeOwner(tx, ticket, purpose))) throw signInOver();
  return account;
}

/**
 * Returns the account of a set-up ticket, its row locked. Of two concurrent set-ups, the second finds a factor, or finds
 * that its ticket is gone.
 */
async function accountToSetUp(tx: Tx, ticket: string): Promise<Account> {
  const account = await accountOf(tx, ticket, 'setup');
  if (await hasSecondFactor(tx, account.id)) throw signInOver();
  return account;
}
