import { COMMAND_SILENCE_MS, type Env } from '@caredrop/service-kit';
import { readConfig, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

/** The settings and the database of one command; the connections are closed when it ends. */
export interface CommandContext {
  config: Config;
  prisma: PrismaService;
}

/** Reads the settings, runs `work` and closes what it used. Throws if a setting is invalid. */
export async function withCommandContext<T>(
  env: Env | undefined,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const prisma = new PrismaService(config.DATABASE_URL, 2, COMMAND_SILENCE_MS);
  try {
    return await work({ config, prisma });
  } finally {
    await prisma.$disconnect();
  }
}
