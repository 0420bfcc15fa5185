import { commandEmitter, deadLetters } from '@caredrop/messaging';
import {
  backupCommands,
  doctorCommand,
  eventCommands,
  recordAuditEvent,
  runCommands,
  type CommandResult,
  type Commands,
  type Env,
} from '@caredrop/service-kit';
import { readConfig } from '../config.js';
import { migrationsFolder } from '../database/migrate.js';
import { checkpointCommand } from './checkpoint.command.js';
import { needed, readCommandConfig, withDatabase } from './command.js';
import { runDiagnostics } from './diagnostics.js';
import { keyCommand } from './key.command.js';
import { migrateCommand } from './migrate.command.js';
import { pruneCommand } from './prune.command.js';
import { verifyCommand } from './verify.command.js';

const emitFromCommand = commandEmitter('audit');

/** Every command of the audit service. */
const commands: Commands = {
  verify: verifyCommand,
  checkpoint: checkpointCommand,
  prune: pruneCommand,
  key: keyCommand,
  ...eventCommands('audit', (env, work) =>
    withDatabase(env, 'DATABASE_URL', (prisma) =>
      work({
        ...deadLetters(readConfig(env), 'audit'),
        record: (event) => recordAuditEvent(emitFromCommand(prisma), event),
      }),
    ),
  ),
  // Runs as the tables' owner if its URL is set: no other role can read and create all of them.
  ...backupCommands((env) => {
    const config = readCommandConfig(env);
    const databaseUrl = config.OWNER_DATABASE_URL ?? needed(config, 'DATABASE_URL');
    return { databaseUrl, migrations: migrationsFolder, rings: {} };
  }),
  migrate: migrateCommand,
  doctor: doctorCommand(runDiagnostics),
};

/** Runs a command line. Throws if the command fails. */
export const runCommand = (argv: string[], env?: Env): Promise<CommandResult> =>
  runCommands('audit', commands, argv, env);
