import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { AccountConfig } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { mintPasswordLink } from '../password-links/mint-password-link.js';
import { accountCommand, type Options } from './account-command.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { userOf } from './user-of.js';

/** For users who do not receive the email. */
export const resetLinkCommand = accountCommand({
  usage: '--email <address>',
  about: 'Prints a single-use link that sets a new password, and when the link expires.',
  options: ['email'],
  run: makeLink,
});

async function makeLink(prisma: PrismaService, config: AccountConfig, { email }: Options): Promise<string> {
  return prisma.$transaction(async (tx) => {
    const user = await userOf(tx, email);
    const link = await mintPasswordLink(tx, config, user.id, 'reset');
    if (!link) throw new Error(`The account ${user.email} is disabled`);
    // The holder of the link controls the account, so the audit records that an operator requested it.
    await recordAuditEvent(emitFromCommand(tx), {
      action: 'password.request_reset',
      actor: 'system',
      subject: auditSubject.user(user.id),
      codes: ['operator'],
    });
    return `Set a new password with this single-use link, valid until ${link.expiresAt.toISOString()}:\n${link.url}`;
  });
}
