import { checkBroker, RabbitEventServer, UnitOfWork } from '@caredrop/messaging';
import { createServiceMain, recordStart } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { migrationsFolder } from './database/migrate.js';

const main = createServiceMain({
  name: 'audit',
  readConfig,
  migrations: migrationsFolder,
  checkBroker,
  module: AppModule,
  options: (logger, identity) => ({ logger, identity, events: RabbitEventServer }),
  recordStart: (app, config, logger) => recordStart(app.get(UnitOfWork), config, logger),
});

await main();
