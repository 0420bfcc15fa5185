import { Inject, Injectable } from '@nestjs/common';
import type { LoginResponse } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, AppError } from '@caredrop/service-kit';
import { SignInBackOff, type Attempt } from '../back-off/sign-in-back-off.js';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { accountColumns, type Account } from '../users/account.js';
import { secondStep } from '../second-factor/rejections.js';
import { nextStep } from '../users/second-factor-rule.js';
import { openMfaChallenge, type MfaChallengePurpose } from '../second-factor/mfa-challenges.js';
import { normalizeEmail, toUser } from '../users/user.js';
import { AccountRejections } from '../sessions/account-rejections.js';
import { KnownDevices } from '../sessions/known-devices.js';
import { recordSignIn } from '../sessions/record-sign-in.js';
import { SessionTokens, type SignedSession } from '../sessions/session-tokens.js';
import { startSession } from '../sessions/start-session.js';

const invalid = () => appError('invalid_credentials');

type Found = Awaited<ReturnType<SignIn['find']>>;

/**
 * Signs a user in. Unknown accounts, wrong passwords and passwords that are not yet set get the same response after
 * the same work. Only the correct password reveals that an account is disabled, or that a second factor is needed. In
 * the latter case the response is a 401 with a ticket for the second step, since there is no session yet.
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly prisma: PrismaService,
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly rejections: AccountRejections,
    private readonly hasher: PasswordHasher,
    private readonly backOff: SignInBackOff,
    private readonly tokens: SessionTokens,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(email: string, password: string, address: string | null): Promise<LoginResponse> {
    const attempt = { email: normalizeEmail(email), address };
    let meant: string | undefined;
    try {
      await this.backOff.check(attempt);
      const account = await this.find(attempt.email);
      meant = account?.id;
      return await this.letIn(account, password, attempt);
    } catch (error) {
      await this.rejections.note('session.sign_in', error, meant);
      throw error;
    }
  }

  private async letIn(account: Found, password: string, attempt: Attempt): Promise<LoginResponse> {
    if (!(await this.hasher.matches(password, account?.passwordHash ?? null)) || !account) {
      await this.backOff.failed(attempt);
      throw invalid();
    }
    // Checked again, since many concurrent guesses may have been made.
    await this.backOff.check(attempt);
    if (account.disabled) throw appError('account_disabled');
    const step = nextStep(this.config.REQUIRE_SECOND_FACTOR, account, account.secondFactor !== null);
    if (step !== 'none') throw await this.refer(account, step);
    const session = await this.open(account, attempt);
    return { user: toUser(account), token: await this.tokens.sign(session) };
  }

  find(email: string) {
    const select = { ...accountColumns, secondFactor: { select: { userId: true } } } as const;
    return this.prisma.user.findUnique({ where: { email }, select });
  }

  /** Returns the error that asks for the second step. The failure count is kept until that step succeeds. */
  private async refer(account: Account, purpose: MfaChallengePurpose): Promise<AppError> {
    const ticket = await openMfaChallenge(this.prisma, account, purpose);
    return ticket ? secondStep(purpose, ticket) : invalid();
  }

  private open(account: Account, attempt: Attempt): Promise<SignedSession> {
    return this.unitOfWork.run(async (tx, emit) => {
      const session = await startSession(tx, account, {
        absoluteSeconds: this.config.SESSION_ABSOLUTE_SECONDS,
        secondFactor: false,
      });
      if (!session) throw invalid();
      await this.backOff.remember(tx, attempt);
      await recordSignIn(emit, toUser(account), session.id);
      await this.devices.note(tx, emit, session);
      return session;
    });
  }
}
