import { fileURLToPath } from 'node:url';
import { RabbitEventServer } from '@caredrop/messaging';
import { createLogger, failStart, InternalIdentity, runMigrations, runService } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { addFormBody } from './sms/form-body.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('notification', config.LOG_LEVEL);
  const identity = new InternalIdentity('notification', config.INTERNAL_PRIVATE_KEY, config.INTERNAL_CALLERS);
  if (config.MIGRATE === 'start') {
    await runMigrations(config.DATABASE_URL, fileURLToPath(new URL('../prisma/migrations', import.meta.url)));
  }
  await runService(AppModule.with(config, logger, identity), {
    logger,
    identity,
    events: RabbitEventServer,
    prepare: addFormBody,
    host: config.HOST,
    port: config.PORT,
  });
}

main().catch(failStart);
