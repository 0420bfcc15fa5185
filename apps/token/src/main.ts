import { checkBroker, RabbitEventServer, UnitOfWork } from '@caredrop/messaging';
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
  const logger = createLogger('token', config.LOG_LEVEL);
  await startTelemetry('token', config, logger);
  const identity = InternalIdentity.of('token', config);
  await checkDatabase(config.DATABASE_URL);
  await checkBroker(config.AMQP_URL);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  await checkSchema(config.DATABASE_URL, migrationsFolder);
  const options = { logger, identity, events: RabbitEventServer, host: config.HOST, port: config.PORT };
  const app = await runService(AppModule.with(config, logger, identity), options);
  void recordStart(app.get(UnitOfWork), config, logger);
}

main().catch(failStart);
