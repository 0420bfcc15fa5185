import { checkBroker } from '@caredrop/messaging';
import { createLogger, failStart, InternalClient, runService, startTelemetry } from '@caredrop/service-kit';
import { AppModule } from './app.module.js';
import { recordGatewayStart } from './audit/record-gateway-start.js';
import { readConfig } from './config.js';
import { startMinorGcTrigger } from './forwarding/minor-gc-trigger.js';
import { gatewayOptions } from './gateway.js';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  await startTelemetry('gateway', config, logger);
  await checkBroker(config.AMQP_URL);
  const options = { ...gatewayOptions(config, logger), host: config.HOST, port: config.PORT };
  const app = await runService(AppModule.with(config, logger), options);
  startMinorGcTrigger();
  void recordGatewayStart(app.get(InternalClient), config, logger);
}

main().catch(failStart);
