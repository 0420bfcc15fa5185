import { COMMAND_SILENCE_MS, type Env } from '@caredrop/service-kit';
import { readConfig, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import type { DataKeys } from '../storage/data-keys.js';
import { openDataKeys } from '../storage/open-data-keys.js';
import type { ObjectStore } from '../storage/object-store.js';
import { isFirstUse, openObjectStore } from '../storage/open-object-store.js';

/** Database and clients for one command; closed when the command ends. */
export interface CommandContext {
  config: Config;
  prisma: PrismaService;
  store: ObjectStore;
  keys: DataKeys;
}

/** Reads the settings, runs `work` and closes what it used. Throws if a setting is invalid. */
export async function withCommandContext<T>(
  env: Env | undefined,
  work: (context: CommandContext) => Promise<T>,
  /** What to do with an empty store folder if the database has documents: it may be the mount point of a disk. */
  newStore: 'refuse' | 'fill' | 'leave' = 'refuse',
): Promise<T> {
  const config = readConfig(env);
  const prisma = new PrismaService(config.DATABASE_URL, 4, new WorkInFlight(), COMMAND_SILENCE_MS);
  const store = await openObjectStore(config);
  try {
    if (newStore !== 'leave' || !(await store.isNew()))
      await store.prepare(async () => newStore === 'fill' || (await isFirstUse(prisma)));
    return await work({ config, prisma, store, keys: openDataKeys(config) });
  } finally {
    await prisma.$disconnect();
    store.onApplicationShutdown();
  }
}
