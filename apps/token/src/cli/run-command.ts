import { deadLetters } from '@caredrop/messaging';
import {
  backupCommands,
  doctorCommand,
  eventCommands,
  keyCommands,
  KeyRing,
  migrateCommand,
  recordAuditEvent,
  runCommands,
  type CommandResult,
  type Commands,
  type Env,
} from '@caredrop/service-kit';
import { readConfig } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { keyHolder } from '../keys/key-holder.js';
import { postponeReminders } from '../reminder-plan/postpone-reminders.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { runDiagnostics } from './diagnostics.js';
import { reconcileCommand } from './reconcile.command.js';
import { withCommandContext } from './with-command-context.js';

/** Every command of the token service. */
const commands: Commands = {
  reconcile: reconcileCommand,
  ...keyCommands(['LINK_KEYS'], (env, work) =>
    withCommandContext(env, (context) => work(keyHolder(context))),
  ),
  ...eventCommands('token', (env, work) =>
    withCommandContext(env, ({ config, prisma }) =>
      work({
        ...deadLetters(config, 'token'),
        record: (event) => recordAuditEvent(emitFromCommand(prisma), event),
      }),
    ),
  ),
  ...backupCommands((env) => {
    const { DATABASE_URL: databaseUrl, LINK_KEYS } = readConfig(env);
    const ring = new KeyRing(LINK_KEYS);
    return {
      databaseUrl,
      migrations: migrationsFolder,
      rings: { 'tokens.link_key_id': ring, 'tokens.check_key_id': ring },
      afterRestore: postponeReminders,
    };
  }),
  migrate: migrateCommand('token', migrationsFolder),
  doctor: doctorCommand(runDiagnostics),
};

/** Runs a command line. Throws if the command fails. */
export const runCommand = (argv: string[], env?: Env, say?: (line: string) => void): Promise<CommandResult> =>
  runCommands('token', commands, argv, env, say);
