import { Module, type DynamicModule } from '@nestjs/common';
import { globalModule, InternalClient, InternalIdentity, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from './config.js';

/** What every other module needs: settings, logger, and the gateway's identity for calls to services. */
@Module({})
export class CoreModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const identity = InternalIdentity.of('gateway', config);
    const client = new InternalClient(identity, { auth: config.AUTH_URL, audit: config.AUDIT_URL });
    return globalModule(CoreModule, [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: InternalIdentity, useValue: identity },
      { provide: InternalClient, useValue: client },
    ]);
  }
}
