import type { AccountConfig } from '../config.js';
import type { PrismaService } from '../database/prisma.service.js';
import { setRequired } from '../second-factor/require-second-factor.js';
import { takeAway } from '../second-factor/reset-second-factor.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { accountCommand, type Options } from './account-command.js';
import { lockUserOf } from './user-of.js';

/** Sets whether one user, who may be an administrator, must use a second factor. */
export const requireSecondFactorCommand = accountCommand({
  usage: '--email <address> [--required yes|no]',
  about: 'Sets whether one user must use a second factor. Requiring it ends sessions in which none was used.',
  options: ['email', 'required'],
  run: ask,
});

async function ask(
  prisma: PrismaService,
  _config: AccountConfig,
  { email, required = 'yes' }: Options,
): Promise<string> {
  if (required !== 'yes' && required !== 'no') throw new Error('--required must be yes or no');
  return prisma.$transaction(async (tx) => {
    const user = await lockUserOf(tx, email);
    await setRequired(tx, emitFromCommand(tx), user.id, required === 'yes');
    return required === 'yes'
      ? `${user.email} must use a second factor from now on.`
      : `${user.email} may choose whether to use a second factor, unless REQUIRE_SECOND_FACTOR requires one.`;
  });
}

/** Recovery for an administrator who has lost their phone and recovery codes. */
export const resetSecondFactorCommand = accountCommand({
  usage: '--email <address>',
  about:
    'Removes the second factor of a user who has lost their phone and recovery codes, and ends their sessions.',
  options: ['email'],
  run: reset,
});

async function reset(prisma: PrismaService, _config: AccountConfig, { email }: Options): Promise<string> {
  return prisma.$transaction(async (tx) => {
    const user = await lockUserOf(tx, email);
    await takeAway(tx, emitFromCommand(tx), user.id);
    return `The second factor of ${user.email} has been reset; their sessions have ended.`;
  });
}
