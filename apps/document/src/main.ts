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
import { serviceOptions } from './service-options.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('document', config.LOG_LEVEL);
  await startTelemetry('document', config, logger);
  const identity = InternalIdentity.of('document', config);
  await checkDatabase(config.DATABASE_URL);
  await checkBroker(config.AMQP_URL);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  await checkSchema(config.DATABASE_URL, migrationsFolder);
  const app = await runService(AppModule.with(config, logger, identity), {
    ...serviceOptions(logger, identity),
    host: config.HOST,
    port: config.PORT,
    stopWithinMs: config.STOP_WITHIN_MS,
  });
  void recordStart(app.get(UnitOfWork), config, logger);
}

main().catch(failStart);
