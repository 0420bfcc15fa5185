import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { messages, success } from '@caredrop/contracts';
import { appError, Callers, CurrentPrincipal, type Principal } from '@caredrop/service-kit';
import { UsersQueries } from '../users/users.queries.js';
import { CheckSession } from './check-session.js';
import { SessionTimeKeeper } from './session-time-keeper.js';
import { SignOut } from './sign-out.js';

@Callers('gateway')
@Controller('auth')
export class SessionsController {
  constructor(
    private readonly signOut: SignOut,
    private readonly checkSession: CheckSession,
    private readonly sessionTime: SessionTimeKeeper,
    private readonly users: UsersQueries,
  ) {}

  /** Checks the database, not the gateway's cache: a disabled account is rejected at its next call. */
  @Get('me')
  async me(@CurrentPrincipal() principal: Principal) {
    const session = await this.checkSession.execute(principal.sessionId, false);
    const user = session.outcome === 'alive' ? await this.users.find(session.user.id) : null;
    if (!user) throw appError('unauthorized');
    return success({ user });
  }

  /** Does not count as activity (by the route table); otherwise a page that polls would never become idle. */
  @Get('session')
  async time(@CurrentPrincipal() principal: Principal) {
    return success({ session: await this.sessionTime.left(principal.sessionId) });
  }

  @Post('session/extend')
  @HttpCode(200)
  async extend(@CurrentPrincipal() principal: Principal) {
    return success({ session: await this.sessionTime.extend(principal.sessionId) });
  }

  @Post('logout')
  @HttpCode(200)
  async logout(@CurrentPrincipal() principal: Principal) {
    await this.signOut.execute(principal);
    return success(null, messages.auth.loggedOut);
  }
}
