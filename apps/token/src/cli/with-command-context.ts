import { COMMAND_SILENCE_MS, InternalClient, InternalIdentity, type Env } from '@caredrop/service-kit';
import { readConfig, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

/** Database and clients for one command; closed after it. */
export interface CommandContext {
  config: Config;
  prisma: PrismaService;
  services: InternalClient;
}

/** Reads the settings, runs `work` and closes what it used. Throws if a setting is invalid. */
export async function withCommandContext<T>(
  env: Env | undefined,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const identity = InternalIdentity.of('token', config);
  const services = new InternalClient(identity, { document: config.DOCUMENT_URL });
  const prisma = new PrismaService(config.DATABASE_URL, 4, COMMAND_SILENCE_MS);
  try {
    return await work({ config, prisma, services });
  } finally {
    await prisma.$disconnect();
    await services.close();
  }
}
