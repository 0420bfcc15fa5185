import { Injectable } from '@nestjs/common';
import { unauthorized } from '@caredrop/service-kit';
import { SignInBackOff } from '../back-off/sign-in-back-off.js';
import { PrismaService } from '../database/prisma.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { wrongPassword } from './refusals.js';

/** Asks a signed-in person for the password once more: a session may have been left open. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly prisma: PrismaService,
    private readonly hasher: PasswordHasher,
    private readonly backOff: SignInBackOff,
  ) {}

  /** Throws 400 for a wrong one, counted like a failed sign-in, and 429 while that makes the account wait. */
  async run(userId: string, password: string, address: string | null): Promise<void> {
    const account = await this.prisma.user.findUnique({ where: { id: userId } });
    if (!account) throw unauthorized();
    const attempt = { email: account.email, address };
    await this.backOff.check(attempt);
    if (await this.hasher.matches(password, account.passwordHash)) return;
    await this.backOff.failed(attempt);
    throw wrongPassword();
  }
}
