import { inviteUserBody } from '@caredrop/contracts';
import { auditSubject, parse, recordAuditEvent } from '@caredrop/service-kit';
import type { AccountConfig } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { rulesFor } from '../passwords/common-passwords.js';
import { mintPasswordLink } from '../password-links/mint-password-link.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { rejectPassword } from '../passwords/password-rules.js';
import { wordsAbout } from '../passwords/reset-password.js';
import { announceAdmin } from '../administration/announce-admin.js';
import { createUser } from '../administration/create-user.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { accountCommand, type Options } from './account-command.js';

/** Creates an account, mainly for the first admin: there is no other admin to send an invitation. */
export const createUserCommand = accountCommand({
  usage: '--email <address> --first <name> --last <name> [--role user|admin] [--password <password>]',
  about:
    'Creates an account. Without --password, prints a single-use link that sets one, and when the link expires.',
  options: ['email', 'first', 'last', 'role', 'password'],
  run: create,
});

async function create(
  prisma: PrismaService,
  config: AccountConfig,
  { email, first, last, role, password }: Options,
): Promise<string> {
  const person = parse(inviteUserBody, { firstName: first, lastName: last, email, role });
  const passwordHash =
    password === undefined ? null : await hashChecked(password, config, wordsAbout(person));
  return prisma.$transaction(async (tx) => {
    const emit = emitFromCommand(tx);
    const user = await createUser(tx, emit, { ...person, passwordHash });
    if (user.role === 'admin') await announceAdmin(tx, emit, { id: user.id, version: 1 });
    const codes = [`role_${user.role}`];
    await recordAuditEvent(emit, {
      action: 'user.create',
      actor: 'system',
      subject: auditSubject.user(user.id),
      codes,
    });
    const made = `Created ${user.role} ${user.firstName} ${user.lastName} <${user.email}>.`;
    if (passwordHash !== null) return made;
    const link = await mintPasswordLink(tx, config, user.id, 'invite');
    if (!link) throw new Error('No password link could be created for the new account');
    return `${made}\nSet a password with this single-use link, valid until ${link.expiresAt.toISOString()}:\n${link.url}`;
  });
}

async function hashChecked(password: string, config: AccountConfig, about: string[]): Promise<string> {
  const rejection = await rejectPassword(password, await rulesFor(config), about);
  if (rejection) throw rejection;
  return new PasswordHasher().hash(password);
}
