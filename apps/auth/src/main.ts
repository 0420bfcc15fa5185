import { createLogger, failStart, InternalIdentity, runMigrations, runService } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { migrationsFolder } from './database/migrations.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('auth', config.LOG_LEVEL);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  const identity = new InternalIdentity('auth', config.INTERNAL_PRIVATE_KEY, config.INTERNAL_CALLERS);
  await runService(AppModule.with(config, logger), {
    logger,
    identity,
    host: config.HOST,
    port: config.PORT,
  });
}

main().catch(failStart);
