import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, type AppError } from '@caredrop/service-kit';
import { SignInBackOff } from '../back-off/sign-in-back-off.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { dropEnrolment } from '../second-factor/enrolments.js';
import { voidMfaChallenges } from '../second-factor/mfa-challenges.js';
import { AccountRejections } from '../sessions/account-rejections.js';
import { endAllSessions } from '../sessions/end-sessions.js';
import { closeLinkRequests } from '../password-links/open-link-request.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { hashLinkSecret } from '../password-links/password-link.js';
import { rejectPassword, rejectWithoutLookup, type PasswordRules } from './password-rules.js';

/** Injection token for the current {@link PasswordRules}. */
export const PASSWORD_RULES = Symbol('password rules');

interface LinkOwner {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

const badLink = () => appError('reset_token_invalid');

/**
 * Sets a password with a link, which works once, before it expires, and only for an enabled account. Ends every session
 * and voids every other link of the account in the same transaction. The second factor is kept.
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly prisma: PrismaService,
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly hasher: PasswordHasher,
    private readonly backOff: SignInBackOff,
    private readonly rejections: AccountRejections,
    @Inject(PASSWORD_RULES) private readonly rules: PasswordRules,
  ) {}

  /**
   * Throws 400 with the reason. The password is checked before the link, except against the owner's name and email and
   * the list of breached passwords on disk: those checks need a valid link.
   */
  async execute(secret: string, password: string, address: string | null): Promise<void> {
    const tokenHash = hashLinkSecret(secret);
    let owner: LinkOwner | undefined;
    try {
      reject(rejectWithoutLookup(password, this.rules, []));
      owner = await this.ownerOf(tokenHash);
      if (!owner) throw badLink();
      await this.reset(owner, tokenHash, password, address);
    } catch (error) {
      await this.rejections.note('password.reset', error, owner?.id);
      throw error;
    }
  }

  private async reset(
    owner: LinkOwner,
    tokenHash: Buffer,
    password: string,
    address: string | null,
  ): Promise<void> {
    reject(await rejectPassword(password, this.rules, wordsAbout(owner)));
    const passwordHash = await this.hasher.hash(password);
    await this.unitOfWork.run(async (tx, emit) => {
      const version = await setPassword(tx, owner.id, passwordHash);
      await consume(tx, tokenHash);
      await closeLinkRequests(tx, owner.id);
      await voidMfaChallenges(tx, owner.id);
      await dropEnrolment(tx, owner.id);
      await tell(tx, emit, { id: owner.id, version });
      await this.backOff.startOver(tx, { email: owner.email, address });
      const actor = { id: owner.id, role: null };
      await recordAuditEvent(emit, { action: 'password.reset', actor, subject: auditSubject.user(owner.id) });
    });
  }

  /** Checks the link without using it: a rejected password must not use up the link. */
  private async ownerOf(tokenHash: Buffer): Promise<LinkOwner | undefined> {
    const rows = await this.prisma.$queryRaw<LinkOwner[]>`
      SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email
        FROM password_links l JOIN users u ON u.id = l.user_id
       WHERE l.token_hash = ${tokenHash}::bytea AND l.used_at IS NULL AND l.expires_at > now() AND NOT u.disabled`;
    return rows[0];
  }
}

/** Throws the error of the password rules, if there is one. */
export function reject(error: AppError | null): void {
  if (error) throw error;
}

/** Words that this user's password must not be made of. */
export const wordsAbout = ({ firstName, lastName, email }: Omit<LinkOwner, 'id'>): string[] => [
  firstName,
  lastName,
  firstName + lastName,
  email.split('@')[0] ?? '',
];

/** Locks the user's row before the link's, in the same order as disabling, so that they cannot deadlock. */
async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<number> {
  const rows = await tx.$queryRaw<{ version: number }[]>`
    UPDATE users SET password_hash = ${passwordHash}, version = version + 1
     WHERE id = ${userId}::uuid AND NOT disabled RETURNING version`;
  const [user] = rows;
  if (!user) throw badLink();
  return user.version;
}

/** Single use, decided by one statement: of two concurrent uses the second finds nothing. */
async function consume(tx: Tx, tokenHash: Buffer): Promise<void> {
  const used = await tx.$executeRaw`
    UPDATE password_links SET used_at = now()
     WHERE token_hash = ${tokenHash}::bytea AND used_at IS NULL AND expires_at > now()`;
  if (used !== 1) throw badLink();
}

async function tell(tx: Tx, emit: Emit, user: { id: string; version: number }): Promise<void> {
  const data = { userId: user.id };
  await emit({ type: 'password.changed', aggregateId: user.id, aggregateVersion: user.version, data });
  await endAllSessions(tx, emit, user, 'password_changed');
}
