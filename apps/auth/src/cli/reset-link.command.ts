import type { AccountConfig } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { mintPasswordLink } from '../passwords/mint-password-link.js';
import { normalizeEmail } from '../users/user.js';
import type { Options } from './run-command.js';

/** A way in for somebody whose mail does not arrive. */
export async function resetLinkCommand(
  prisma: PrismaService,
  config: AccountConfig,
  { email }: Options,
): Promise<string> {
  if (!email) throw new Error('--email is missing');
  const user = await prisma.user.findUnique({ where: { email: normalizeEmail(email) } });
  if (!user) throw new Error(`There is no account with the address ${email}`);
  const link = await mintPasswordLink(prisma, config, user.id, 'reset');
  if (!link) throw new Error(`The account ${user.email} is disabled`);
  return `Set a new password here, once, until ${link.expiresAt.toISOString()}:\n${link.url}`;
}
