import { deadLetters } from '@caredrop/messaging';
import {
  backupCommands,
  doctorCommand,
  eventCommands,
  migrateCommand,
  recordAuditEvent,
  runCommands,
  type CommandResult,
  type Commands,
  type Env,
} from '@caredrop/service-kit';
import { readConfig } from '../config.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { migrationsFolder } from '../database/migrations.js';
import { runDiagnostics } from './diagnostics.js';
import { purgeCommand } from './purge.command.js';
import { withCommandContext } from './with-command-context.js';

/** Every command of the notification service. */
const commands: Commands = {
  purge: purgeCommand,
  ...eventCommands('notification', (env, work) =>
    withCommandContext(env, ({ config, prisma }) =>
      work({
        ...deadLetters(config, 'notification'),
        record: (event) => recordAuditEvent(emitFromCommand(prisma), event),
      }),
    ),
  ),
  ...backupCommands((env) => ({
    databaseUrl: readConfig(env).DATABASE_URL,
    migrations: migrationsFolder,
    rings: {},
  })),
  migrate: migrateCommand('notification', migrationsFolder),
  doctor: doctorCommand(runDiagnostics),
};

/** Runs a command line. Throws if the command fails. */
export const runCommand = (argv: string[], env?: Env): Promise<CommandResult> =>
  runCommands('notification', commands, argv, env);
