import { checkBroker, RabbitEventServer, UnitOfWork } from '@caredrop/messaging';
import {
  checkDatabase,
  checkSchema,
  createLogger,
  failStart,
  InternalIdentity,
  recordStart,
  runService,
  startTelemetry,
} from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { migrationsFolder } from './database/migrate.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('audit', config.LOG_LEVEL);
  await startTelemetry('audit', config, logger);
  const identity = InternalIdentity.of('audit', config);
  await checkDatabase(config.DATABASE_URL);
  await checkSchema(config.DATABASE_URL, migrationsFolder);
  await checkBroker(config.AMQP_URL);
  const options = { logger, identity, events: RabbitEventServer, host: config.HOST, port: config.PORT };
  const app = await runService(AppModule.with(config, logger, identity), options);
  void recordStart(app.get(UnitOfWork), config, logger);
}

main().catch(failStart);
