import { createLogger, failStart, runService } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { gatewayOptions } from './gateway.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const options = { ...gatewayOptions(config, logger), host: config.HOST, port: config.PORT };
  await runService(AppModule.with(config, logger), options);
}

main().catch(failStart);
