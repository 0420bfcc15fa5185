import { Inject, Injectable } from '@nestjs/common';
import { messages, type LoginAnswer } from '@caredrop/contracts';
import { AppError } from '@caredrop/service-kit';
import { SignInBackOff, type Attempt } from '../back-off/sign-in-back-off.js';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { normalizeEmail, toUser, userColumns, type UserRow } from '../users/user.js';
import { SessionTokens, type SignedSession } from './session-tokens.js';
import { startSession } from './start-session.js';

type Account = UserRow & { passwordHash: string | null };

const invalid = () => new AppError(401, 'invalid_credentials', messages.auth.invalid);

/**
 * Signs a person in. Unknown, wrong and not yet set passwords get one answer after one amount of work; only
 * the right password on a disabled account hears that it is disabled (design §6).
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly prisma: PrismaService,
    private readonly hasher: PasswordHasher,
    private readonly backOff: SignInBackOff,
    private readonly tokens: SessionTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(email: string, password: string, address: string | null): Promise<LoginAnswer> {
    const attempt = { email: normalizeEmail(email), address };
    await this.backOff.check(attempt);
    const account = await this.find(attempt.email);
    if (!(await this.hasher.matches(password, account?.passwordHash ?? null)) || !account) {
      await this.backOff.failed(attempt);
      throw invalid();
    }
    // Again, since many guesses may have run beside this one.
    await this.backOff.check(attempt);
    if (account.disabled) throw new AppError(403, 'account_disabled', messages.auth.disabled);
    const session = await this.open(account, attempt);
    return { user: toUser(account), token: await this.tokens.sign(session) };
  }

  private find(email: string): Promise<Account | null> {
    return this.prisma.user.findUnique({ where: { email }, select: { ...userColumns, passwordHash: true } });
  }

  private open(account: Account, attempt: Attempt): Promise<SignedSession> {
    return this.prisma.$transaction(async (tx) => {
      const session = await startSession(tx, account, this.config.SESSION_ABSOLUTE_SECONDS);
      if (!session) throw invalid();
      await this.backOff.remember(tx, attempt);
      return session;
    });
  }
}
