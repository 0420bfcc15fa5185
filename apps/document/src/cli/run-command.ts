import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { WorkInFlight } from '../jobs/work-in-flight.js';
import type { DataKeys } from '../storage/data-keys.js';
import { openDataKeys } from '../storage/open-data-keys.js';
import { S3ObjectStore } from '../storage/s3-object-store.js';
import { deleteCommand } from './delete.command.js';
import { keysCommand } from './keys.command.js';
import { objectsCommand } from './objects.command.js';
import { reconcileCommand } from './reconcile.command.js';

export const USAGE = `Usage, with the settings of the document service:
  reconcile [--dry-run] [--verify] [--republish <time>]
      Compares documents, ledger, purges and stored objects, and mends what can be mended. --verify reads and
      decrypts every document besides; --republish tells again every event since then. Ends with 2 when something is left that a person has to know of.
  delete <document id> …
      Deletes again what a restore has brought back.
  objects backup --to <folder> [--previous <folder of an earlier one>]
  objects restore --from <folder> [--replace]
  keys status
  keys add | use <key> | retire <key>   [--ring KEK_KEYS|FILE_URL_KEYS]
  keys rewrap
      How they follow each other: docs/key-rotation.md.`;

const flags = {
  'dry-run': { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  to: { type: 'string' },
  from: { type: 'string' },
  previous: { type: 'string' },
  republish: { type: 'string' },
  ring: { type: 'string' },
} as const;

export interface CommandResult {
  text: string;
  exitCode: number;
}

/** What commands work on: opened for one command, closed after it. */
export interface CommandContext {
  config: Config;
  prisma: PrismaService;
  store: S3ObjectStore;
  keys: DataKeys;
  say: (line: string) => void;
}

export type Options = ReturnType<typeof parse>['values'];
export type Command = (context: CommandContext, words: string[], options: Options) => Promise<CommandResult>;

const commands: Record<string, Command> = {
  reconcile: reconcileCommand,
  delete: deleteCommand,
  objects: objectsCommand,
  keys: keysCommand,
};

const parse = (argv: string[]) => parseArgs({ args: argv, options: flags, allowPositionals: true });

/** Runs what the operator typed. Throws with a sentence when it cannot be done. */
export async function runCommand(
  argv: string[],
  env?: Record<string, string | undefined>,
  say: CommandContext['say'] = (line) => void process.stderr.write(`${line}\n`),
): Promise<CommandResult> {
  const { values, positionals } = parse(argv);
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(USAGE);
  const config = readConfig(env);
  const prisma = new PrismaService(config.DATABASE_URL, 4, new WorkInFlight());
  const store = new S3ObjectStore(config);
  try {
    await store.prepare();
    return await command({ config, prisma, store, keys: openDataKeys(config), say }, words, values);
  } finally {
    await prisma.$disconnect();
    store.onApplicationShutdown();
  }
}
