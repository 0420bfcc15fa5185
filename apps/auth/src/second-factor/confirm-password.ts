import { Injectable } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import { SessionBackOff } from '../back-off/session-back-off.js';
import { PrismaService } from '../database/prisma.service.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { wrongPassword } from './rejections.js';

/** Verifies the password of a user who is already signed in, because a session may have been left open. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly prisma: PrismaService,
    private readonly hasher: PasswordHasher,
    private readonly backOff: SessionBackOff,
  ) {}

  /** Throws 400 for a wrong password, and 429 while the user has to wait after failures. */
  async execute(userId: string, password: string): Promise<void> {
    const account = await this.prisma.user.findUnique({ where: { id: userId } });
    if (!account) throw appError('unauthorized');
    await this.backOff.check(userId);
    if (!(await this.hasher.matches(password, account.passwordHash))) {
      await this.backOff.failed(userId);
      throw wrongPassword();
    }
    // Checked again, since many concurrent guesses may have been made.
    await this.backOff.check(userId);
    await this.backOff.forget(userId);
  }
}
