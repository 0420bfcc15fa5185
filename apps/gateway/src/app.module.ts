import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { AccessModule } from './access/access.module.js';
import type { Config } from './config.js';
import { CoreModule } from './core.module.js';
import { ForwardingModule } from './forwarding/forwarding.module.js';
import { HealthModule } from './health/health.module.js';
import { LiveModule } from './live/live.module.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { PagesController } from './pages/pages.controller.js';
import { PlainUploadModule } from './plain-upload/plain-upload.module.js';

@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger),
        AccessModule,
        HealthModule,
        ForwardingModule,
        LiveModule,
        PlainUploadModule,
      ],
      controllers: [OpenApiController, PagesController],
    };
  }
}
