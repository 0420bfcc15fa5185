import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { messages, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, type Principal } from '@caredrop/service-kit';
import { EndOwnSessions } from './end-own-sessions.js';
import { OwnSessionsQueries } from './own-sessions.queries.js';

/** Serves 'Your sessions' on the account screen. */
@Callers('gateway')
@Controller('auth/sessions')
export class OwnSessionsController {
  constructor(
    private readonly queries: OwnSessionsQueries,
    private readonly end: EndOwnSessions,
  ) {}

  @Get()
  async list(@CurrentPrincipal() principal: Principal) {
    return success({ sessions: await this.queries.list(principal) });
  }

  @Delete(':id')
  async endOne(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    await this.end.one(principal, id);
    return success(null, messages.sessions.ended);
  }

  @Post('end-others')
  @HttpCode(200)
  async endOthers(@CurrentPrincipal() principal: Principal) {
    await this.end.others(principal);
    return success(null, messages.sessions.othersEnded);
  }
}
