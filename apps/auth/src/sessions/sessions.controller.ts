import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { loginBody, messages, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, unauthorized, type Principal } from '@caredrop/service-kit';
import { addressBucket, CLIENT_ADDRESS_HEADER } from '../back-off/client-address.js';
import { UsersQueries } from '../users/users.queries.js';
import { CheckSession } from './check-session.js';
import { SessionTimeKeeper } from './session-time-keeper.js';
import { SignIn } from './sign-in.js';
import { SignOut } from './sign-out.js';

@Callers('gateway')
@Controller('auth')
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly signOut: SignOut,
    private readonly checkSession: CheckSession,
    private readonly sessionTime: SessionTimeKeeper,
    private readonly users: UsersQueries,
  ) {}

  @Post('login')
  @HttpCode(200)
  async login(@Body() body: unknown, @Headers(CLIENT_ADDRESS_HEADER) address?: string) {
    const { email, password } = parse(loginBody, body);
    return success(await this.signIn.run(email, password, addressBucket(address)));
  }

  /** Checks the database, not the gateway's cache: a disabled account is rejected at its next call. */
  @Get('me')
  async me(@CurrentPrincipal() principal: Principal) {
    const session = await this.checkSession.run(principal.sessionId, false);
    const user = session.outcome === 'alive' ? await this.users.find(session.user.id) : null;
    if (!user) throw unauthorized();
    return success({ user });
  }

  /** Does not count as activity (by the route table), or a page that asks would never become idle. */
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
    await this.signOut.run(principal);
    return success(null, messages.auth.loggedOut);
  }
}
