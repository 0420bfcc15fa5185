import { checkBroker } from '@caredrop/messaging';
import { createServiceMain, InternalClient } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { recordGatewayStart } from './audit/record-gateway-start.js';
import { readConfig } from './config.js';
import { gatewayOptions } from './gateway.js';

const main = createServiceMain({
  name: 'gateway',
  readConfig,
  checkBroker,
  module: AppModule,
  options: (logger, _identity, config) => gatewayOptions(config, logger),
  recordStart: (app, config, logger) => recordGatewayStart(app.get(InternalClient), config, logger),
});

await main();
