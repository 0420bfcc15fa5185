import { checkBroker, UnitOfWork } from '@caredrop/messaging';
import { createServiceMain, recordStart } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { migrationsFolder } from './database/migrations.js';
import { serviceOptions } from './service-options.js';

const main = createServiceMain({
  name: 'document',
  readConfig,
  migrations: migrationsFolder,
  checkBroker,
  module: AppModule,
  options: (logger, identity, { STOP_WITHIN_MS: stopWithinMs }) => ({
    ...serviceOptions(logger, identity),
    stopWithinMs,
  }),
  recordStart: (app, config, logger) => recordStart(app.get(UnitOfWork), config, logger),
});

await main();
