import { parseArgs } from 'node:util';
import { InternalClient, InternalIdentity } from '@caredrop/service-kit';
import { readConfig, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { keysCommand } from './keys.command.js';
import { reconcileCommand } from './reconcile.command.js';

export const USAGE = `Usage, with the settings of the token service:
  reconcile [--dry-run] [--deleted keep] [--json] [--republish <time>]
      Compares the links with the ledger of the document service, which must be running, and mends our side;
      --republish tells again every event since then. Ends with 2 when something is left that a person has to know of or to decide.
  keys status
  keys add | use <key> | rewrap | retire <key>
      How they follow each other: docs/key-rotation.md.`;

const flags = {
  'dry-run': { type: 'boolean', default: false },
  deleted: { type: 'string' },
  json: { type: 'boolean', default: false },
  republish: { type: 'string' },
} as const;

export interface CommandResult {
  text: string;
  exitCode: number;
}

/** What commands work on: opened for one command, closed after it. */
export interface CommandContext {
  config: Config;
  prisma: PrismaService;
  services: InternalClient;
  say: (line: string) => void;
}

export type Options = ReturnType<typeof parse>['values'];
export type Command = (context: CommandContext, words: string[], options: Options) => Promise<CommandResult>;

const commands: Record<string, Command> = { reconcile: reconcileCommand, keys: keysCommand };

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
  const identity = new InternalIdentity('token', config.INTERNAL_PRIVATE_KEY, config.INTERNAL_CALLERS);
  const services = new InternalClient(identity, { document: config.DOCUMENT_URL });
  const prisma = new PrismaService(config.DATABASE_URL, 4);
  try {
    return await command({ config, prisma, services, say }, words, values);
  } finally {
    await prisma.$disconnect();
    await services.close();
  }
}
