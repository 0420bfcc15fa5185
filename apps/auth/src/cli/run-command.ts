import {
  backupCommands,
  doctorCommand,
  KeyRing,
  migrateCommand,
  runCommands,
  type CommandResult,
  type Commands,
  type Env,
} from '@caredrop/service-kit';
import { readConfig } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { raiseVersions } from '../users/raise-versions.js';
import { createUserCommand } from './create-user.command.js';
import { runDiagnostics } from './diagnostics.js';
import { purgeCommand } from './purge.command.js';
import { requireSecondFactorCommand, resetSecondFactorCommand } from './second-factor.commands.js';
import { resetLinkCommand } from './reset-link.command.js';
import { setRoleCommand } from './set-role.command.js';

/** Every command of the auth service. */
const commands: Commands = {
  'create-user': createUserCommand,
  'reset-password-link': resetLinkCommand,
  'set-role': setRoleCommand,
  'require-second-factor': requireSecondFactorCommand,
  'reset-second-factor': resetSecondFactorCommand,
  purge: purgeCommand,
  ...backupCommands((env) => {
    const { DATABASE_URL: databaseUrl, SECOND_FACTOR_KEYS } = readConfig(env);
    const ring = new KeyRing(SECOND_FACTOR_KEYS);
    const rings = { 'second_factors.key_id': ring, 'second_factor_enrolments.key_id': ring };
    return { databaseUrl, migrations: migrationsFolder, rings, afterRestore: raiseVersions };
  }),
  migrate: migrateCommand('auth', migrationsFolder),
  doctor: doctorCommand(runDiagnostics),
};

/** Runs a command line. Throws if the command fails. */
export const runCommand = (argv: string[], env?: Env): Promise<CommandResult> =>
  runCommands('auth', commands, argv, env);
