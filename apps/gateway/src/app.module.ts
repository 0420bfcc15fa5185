import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { InternalClient, InternalIdentity, type Logger } from '@caredrop/service-kit';
import { AccessGuard } from './access/access.guard.js';
import { LinkEnumerationLimiter } from './access/link-enumeration-limiter.js';
import { VerifiedTokenCache } from './access/verified-token-cache.js';
import { RateLimitGuard } from './access/rate-limit.guard.js';
import { RateLimits } from './access/rate-limits.js';
import { RefusedUploads } from './access/refused-uploads.js';
import { SameOriginGuard } from './access/same-origin.guard.js';
import { SessionKeys } from './access/session-keys.js';
import { SessionStrategy } from './access/session.strategy.js';
import { Sessions } from './access/sessions.js';
import { AccessRefusals } from './audit/access-refusals.js';
import { CONFIG, LOGGER, type Config } from './config.js';
import { Forwarder } from './forwarding/forwarder.js';
import { Upstreams } from './forwarding/upstreams.js';
import { HealthController } from './health/health.controller.js';
import { MetricsServer } from './health/metrics-server.js';
import { LiveController } from './live/live.controller.js';
import { LiveUpdates } from './live/live-updates.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { PagesController } from './pages/pages.controller.js';
import { PlainUploadController } from './plain-upload/plain-upload.controller.js';
import { ForwardController } from './routing/forward.controller.js';

@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const identity = InternalIdentity.of('gateway', config);
    return {
      module: AppModule,
      imports: [JwtModule.register({}), PassportModule],
      controllers: [
        HealthController,
        ForwardController,
        LiveController,
        OpenApiController,
        PlainUploadController,
        PagesController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: InternalIdentity, useValue: identity },
        {
          provide: InternalClient,
          useValue: new InternalClient(identity, { auth: config.AUTH_URL, audit: config.AUDIT_URL }),
        },
        AccessRefusals,
        MetricsServer,
        Upstreams,
        Forwarder,
        SessionKeys,
        VerifiedTokenCache,
        Sessions,
        SessionStrategy,
        RateLimits,
        RefusedUploads,
        LinkEnumerationLimiter,
        LiveUpdates,
        { provide: APP_GUARD, useClass: SameOriginGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    };
  }
}
