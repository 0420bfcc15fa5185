import { fileURLToPath } from 'node:url';
import { RabbitEventServer } from '@caredrop/messaging';
import { createLogger, failStart, InternalIdentity, runMigrations, runService } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('token', config.LOG_LEVEL);
  const identity = new InternalIdentity('token', config.INTERNAL_PRIVATE_KEY, config.INTERNAL_CALLERS);
  if (config.MIGRATE === 'start') {
    await runMigrations(config.DATABASE_URL, fileURLToPath(new URL('../prisma/migrations', import.meta.url)));
  }
  const options = { logger, identity, events: RabbitEventServer, host: config.HOST, port: config.PORT };
  await runService(AppModule.with(config, logger, identity), options);
}

main().catch(failStart);
