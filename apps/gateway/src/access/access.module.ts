import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { AuditModule } from '../audit/audit.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { AccessGuard } from './access.guard.js';
import { CallerAccess } from './caller-access.js';
import { LinkEnumerationLimiter } from './link-enumeration-limiter.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';
import { RejectedUploads } from './rejected-uploads.js';
import { SameOriginGuard } from './same-origin.guard.js';
import { SessionKeys } from './session-keys.js';
import { SessionStrategy } from './session.strategy.js';
import { Sessions } from './sessions.js';
import { VerifiedTokenCache } from './verified-token-cache.js';

@Module({
  imports: [JwtModule.register({}), PassportModule, AuditModule, UpstreamsModule],
  providers: [
    SessionKeys,
    VerifiedTokenCache,
    Sessions,
    SessionStrategy,
    CallerAccess,
    RateLimits,
    RejectedUploads,
    LinkEnumerationLimiter,
    // The guards run in this order for every call.
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [Sessions, CallerAccess, RejectedUploads, LinkEnumerationLimiter],
})
export class AccessModule {}
