import { COMMAND_SILENCE_MS, said, type CommandResult, type Env } from '@caredrop/service-kit';
import { readCommandConfig, type CommandConfig } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

export { readCommandConfig };

/** The result of a verification: exit code 0 if everything that was checked is valid, otherwise 1. */
export const verdict = (text: string, holds: boolean): CommandResult => said(text, holds ? 0 : 1);

/** Returns a setting that this command needs. Throws if it is not set. */
export function needed<Name extends keyof CommandConfig>(
  config: CommandConfig,
  name: Name,
): NonNullable<CommandConfig[Name]> {
  const value = config[name];
  if (value === undefined || value === null) throw new Error(`${name} is not set`);
  return value;
}

/** Runs `work` on the database, connected with the role that the command needs. */
export async function withDatabase<T>(
  env: Env | undefined,
  role: 'DATABASE_URL' | 'SIGNER_DATABASE_URL' | 'RETENTION_DATABASE_URL',
  work: (prisma: PrismaService, config: CommandConfig) => Promise<T>,
): Promise<T> {
  const config = readCommandConfig(env);
  const prisma = new PrismaService(needed(config, role), 2, COMMAND_SILENCE_MS);
  try {
    return await work(prisma, config);
  } finally {
    await prisma.$disconnect();
  }
}

/** Keys whose signatures are accepted: the current one with its private half, and the public halves of earlier ones. */
export const knownKeys = (config: CommandConfig) => [
  needed(config, 'AUDIT_SIGNING_KEY'),
  ...(config.AUDIT_OLD_KEYS ?? []),
];
