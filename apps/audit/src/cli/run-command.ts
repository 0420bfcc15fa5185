import { parseArgs } from 'node:util';
import { readCommandConfig } from '../config.js';
import { checkpointCommand } from './checkpoint.command.js';
import type { Command, Printed } from './command.js';
import { keyCommand } from './key.command.js';
import { migrateCommand } from './migrate.command.js';
import { pruneCommand } from './prune.command.js';
import { verifyCommand } from './verify.command.js';

export const USAGE = `Usage:
  verify [--checkpoint <file>]
      Goes along the whole chain and names every entry that was changed, removed, moved or cut off. With a checkpoint
      kept elsewhere it also shows what somebody who can rewrite the whole database did.
  verify --file <export.json|export.csv> [--key <key id>]
      Checks an export by itself, without the database. --key is the id that the clinic has noted (see key).
  checkpoint [--out <file>]
      Signs the end of the chain as it is now; keep the file away from the database.
  prune
      Removes entries older than AUDIT_KEEP_DAYS (6 years), leaving a signed segment. Runs as the retention role.
  key
      Prints the id of the key that signs.
  migrate
      Makes the tables as their owner, and grants writer and retention their part.`;

const commands = new Map<string, Command>([
  ['verify', verifyCommand],
  ['checkpoint', checkpointCommand],
  ['prune', pruneCommand],
  ['key', keyCommand],
  ['migrate', migrateCommand],
]);

const flag = { type: 'string' } as const;

/** Runs what the operator typed. Throws with a sentence when it cannot be done. */
export async function runCommand(argv: string[], env?: Record<string, string | undefined>): Promise<Printed> {
  const options = { file: flag, checkpoint: flag, out: flag, key: flag };
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  const command = commands.get(positionals[0] ?? '');
  if (!command || positionals.length !== 1) throw new Error(USAGE);
  return command(readCommandConfig(env), values);
}
