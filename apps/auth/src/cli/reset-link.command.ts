import type { AccountConfig } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { mintPasswordLink } from '../passwords/mint-password-link.js';
import { accountCommand, type Options } from './account-command.js';
import { userOf } from './user-of.js';

/** A way in for somebody whose mail does not arrive. */
export const resetLinkCommand = accountCommand({
  usage: '--email <address>',
  about: 'Prints a link that sets a new password: once, within the time it says.',
  options: ['email'],
  run: makeLink,
});

async function makeLink(prisma: PrismaService, config: AccountConfig, { email }: Options): Promise<string> {
  const user = await userOf(prisma, email);
  const link = await mintPasswordLink(prisma, config, user.id, 'reset');
  if (!link) throw new Error(`The account ${user.email} is disabled`);
  return `Set a new password here, once, until ${link.expiresAt.toISOString()}:\n${link.url}`;
}
