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
import { addFormBody } from './sms/form-body.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('notification', config.LOG_LEVEL);
  await startTelemetry('notification', config, logger);
  const identity = InternalIdentity.of('notification', config);
  await checkDatabase(config.DATABASE_URL);
  await checkBroker(config.AMQP_URL);
  if (config.MIGRATE === 'start') await runMigrations(config.DATABASE_URL, migrationsFolder);
  await checkSchema(config.DATABASE_URL, migrationsFolder);
  const app = await runService(AppModule.with(config, logger, identity), {
    logger,
    identity,
    events: RabbitEventServer,
    prepare: addFormBody,
    host: config.HOST,
    port: config.PORT,
  });
  void recordStart(app.get(UnitOfWork), config, logger);
}

main().catch(failStart);
