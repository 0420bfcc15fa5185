import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { describeSessionBody, sessionCheckBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { OwnSessionsQueries } from './own-sessions.queries.js';
import { toJwks } from './session-keys.js';
import { VouchForSession } from './vouch-for-session.js';

@Controller()
export class InternalSessionsController {
  constructor(
    private readonly vouchForSession: VouchForSession,
    private readonly ownSessions: OwnSessionsQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Callers('gateway', 'document')
  @Post('internal/sessions/check')
  @HttpCode(200)
  async check(@Body() body: unknown) {
    const { sessionId, activity } = parse(sessionCheckBody, body);
    return success(await this.vouchForSession.execute(sessionId, activity));
  }

  @Callers('notification')
  @Post('internal/sessions/describe')
  @HttpCode(200)
  async describe(@Body() body: unknown) {
    const { userId, sessionId } = parse(describeSessionBody, body);
    return success(await this.ownSessions.describe(userId, sessionId));
  }

  /** A JWK set as defined by RFC 7517, without our envelope, for any JWT library. */
  @Callers('gateway')
  @Get('jwks')
  jwks() {
    return toJwks(this.config.SESSION_KEYS);
  }
}
