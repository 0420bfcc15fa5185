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
import { deleteCommand } from './delete.command.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { runDiagnostics } from './diagnostics.js';
import { backupObjectsCommand, restoreObjectsCommand } from './objects.commands.js';
import { purgeCommand } from './purge.command.js';
import { reconcileCommand } from './reconcile.command.js';
import { withCommandContext } from './with-command-context.js';

const commands: Commands = {
  reconcile: reconcileCommand,
  delete: deleteCommand,
  purge: purgeCommand,
  ...keyCommands(['KEK_KEYS', 'FILE_URL_KEYS'], (env, work) =>
    withCommandContext(env, (context) => work(keyHolder(context))),
  ),
  ...eventCommands('document', (env, work) =>
    withCommandContext(env, ({ config, prisma }) =>
      work({
        ...deadLetters(config, 'document'),
        record: (event) => recordAuditEvent(emitFromCommand(prisma), event),
      }),
    ),
  ),
  ...backupCommands((env) => {
    const { DATABASE_URL: databaseUrl, KEK_KEYS } = readConfig(env);
    const rings = { 'documents.key_id': new KeyRing(KEK_KEYS) };
    return { databaseUrl, migrations: migrationsFolder, rings };
  }),
  'objects backup': backupObjectsCommand,
  'objects restore': restoreObjectsCommand,
  migrate: migrateCommand('document', migrationsFolder),
  doctor: doctorCommand(runDiagnostics),
};

/** Runs a command line. Throws if the command fails. */
export const runCommand = (argv: string[], env?: Env, say?: (line: string) => void): Promise<CommandResult> =>
  runCommands('document', commands, argv, env, say);
