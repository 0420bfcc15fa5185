import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { sessionCheckBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { CheckSession } from './check-session.js';
import { toJwks } from './session-keys.js';

@Controller()
export class InternalSessionsController {
  constructor(
    private readonly checkSession: CheckSession,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Callers('gateway', 'document')
  @Post('internal/sessions/check')
  @HttpCode(200)
  async check(@Body() body: unknown) {
    const { sessionId, activity } = parse(sessionCheckBody, body);
    return success(await this.checkSession.run(sessionId, activity));
  }

  /** A JWK set as RFC 7517 has it, without our envelope: what any JWT library reads. */
  @Callers('gateway')
  @Get('jwks')
  jwks() {
    return toJwks(this.config.SESSION_KEYS);
  }
}
