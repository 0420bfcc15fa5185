import {
  COMMAND_SILENCE_MS,
  command,
  runMigrations,
  said,
  WrongUsage,
  type Command,
  type Env,
} from '@caredrop/service-kit';
import { readAccountConfig, type AccountConfig } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { PrismaService } from '../database/prisma.service.js';

/** The operator's options; each command validates its own. */
export type Options = Record<string, string | undefined>;

interface Definition {
  usage: string;
  about: string;
  /** Names of its options, all strings. */
  options: string[];
  /** Returns the text to print. Throws if the command fails. */
  run: (prisma: PrismaService, config: AccountConfig, options: Options) => Promise<string>;
}

/**
 * A command on accounts: needs the database and the public address, but no keys.
 */
export const accountCommand = ({ usage, about, options, run }: Definition): Command =>
  command({
    usage,
    about,
    options: Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
    run: ({ options: given, words, env }) => {
      if (words.length > 0) throw new WrongUsage(`unexpected argument: ${words.join(' ')}`);
      return withAccounts(env, async (prisma, config) => said(await run(prisma, config, given)));
    },
  });

export async function withAccounts<T>(
  env: Env | undefined,
  work: (prisma: PrismaService, config: AccountConfig) => Promise<T>,
): Promise<T> {
  const config = readAccountConfig(env);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  const prisma = new PrismaService(config.DATABASE_URL, 1, COMMAND_SILENCE_MS);
  try {
    return await work(prisma, config);
  } finally {
    await prisma.$disconnect();
  }
}
