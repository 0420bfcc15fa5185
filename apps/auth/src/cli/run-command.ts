import { parseArgs } from 'node:util';
import { runMigrations } from '@caredrop/service-kit';
import { readAccountConfig, type AccountConfig } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { PrismaService } from '../database/prisma.service.js';
import { createUserCommand } from './create-user.command.js';
import { requireSecondFactorCommand, resetSecondFactorCommand } from './second-factor.commands.js';
import { resetLinkCommand } from './reset-link.command.js';
import { setRoleCommand } from './set-role.command.js';

export const USAGE = `Usage:
  create-user --email <address> --first <name> --last <name> [--role user|admin] [--password <password>]
      Makes an account. Without --password it prints a link that sets one: once, within the time it says.
  reset-password-link --email <address>
      Prints a link that sets a new password: once, within the time it says.
  set-role --email <address> --role user|admin [--reason <word>]
      Changes what somebody may do. Their sessions end. An administrator may read everybody's documents: the audit
      keeps why, in one word (emergency, new_duty, …).
  require-second-factor --email <address> [--required yes|no]
      Asks a second factor of one person, or no longer. Sessions without one end.
  reset-second-factor --email <address>
      Takes a second factor away whose phone and recovery codes are lost. Their sessions end.`;

export type Options = Record<string, string | undefined>;
export type Command = (prisma: PrismaService, config: AccountConfig, options: Options) => Promise<string>;

const commands = new Map<string, Command>([
  ['create-user', createUserCommand],
  ['reset-password-link', resetLinkCommand],
  ['set-role', setRoleCommand],
  ['require-second-factor', requireSecondFactorCommand],
  ['reset-second-factor', resetSecondFactorCommand],
]);

const flag = { type: 'string' } as const;
const flags = {
  email: flag,
  first: flag,
  last: flag,
  role: flag,
  password: flag,
  required: flag,
  reason: flag,
};

/** Runs what the operator typed and answers what to print. Throws with a sentence when it cannot be done. */
export async function runCommand(argv: string[], env?: Record<string, string | undefined>): Promise<string> {
  const { values, positionals } = parseArgs({ args: argv, options: flags, allowPositionals: true });
  const command = commands.get(positionals[0] ?? '');
  if (!command || positionals.length !== 1) throw new Error(USAGE);
  const config = readAccountConfig(env);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  const prisma = new PrismaService(config.DATABASE_URL, 1);
  try {
    return await command(prisma, config, values);
  } finally {
    await prisma.$disconnect();
  }
}
