import { checkBroker, UnitOfWork } from '@caredrop/messaging';
import {
  checkDatabase,
  checkSchema,
  createLogger,
  failStart,
  InternalIdentity,
  recordStart,
  runMigrations,
  runService,
  startTelemetry,
} from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { migrationsFolder } from './database/migrations.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('auth', config.LOG_LEVEL);
  await startTelemetry('auth', config, logger);
  await checkDatabase(config.DATABASE_URL);
  await checkBroker(config.AMQP_URL);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  await checkSchema(config.DATABASE_URL, migrationsFolder);
  const identity = InternalIdentity.of('auth', config);
  const app = await runService(AppModule.with(config, logger), {
    logger,
    identity,
    host: config.HOST,
    port: config.PORT,
  });
  void recordStart(app.get(UnitOfWork), config, logger);
}

main().catch(failStart);
