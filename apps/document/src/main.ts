import { fileURLToPath } from 'node:url';
import { createLogger, failStart, InternalIdentity, runMigrations, runService } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { serviceOptions } from './service-options.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('document', config.LOG_LEVEL);
  const identity = new InternalIdentity('document', config.INTERNAL_PRIVATE_KEY, config.INTERNAL_CALLERS);
  if (config.MIGRATE === 'start')
    await runMigrations(config.DATABASE_URL, fileURLToPath(new URL('../prisma/migrations', import.meta.url)));
  await runService(AppModule.with(config, logger, identity), {
    ...serviceOptions(logger, identity),
    host: config.HOST,
    port: config.PORT,
    stopWithinMs: config.STOP_WITHIN_MS,
  });
}

main().catch(failStart);
