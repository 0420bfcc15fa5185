import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import {
  AppError,
  forbidden,
  notFound,
  OPEN,
  requestContext,
  unauthorized,
  type Principal,
} from '@caredrop/service-kit';
import { AccessRefusals } from '../audit/access-refusals.js';
import type { Route } from '../routing/routes.js';
import { ROUTE } from '../routing/serves.decorator.js';
import { SESSION } from './session.strategy.js';

/**
 * Who may call: as the routing table says, and nobody where it says nothing. On open calls a bearer is not
 * looked at, so a stale one does no harm (api.md 1a.16); a file's URL apart.
 */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION) {
  constructor(
    private readonly reflector: Reflector,
    private readonly refusals: AccessRefusals,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]))
      return true;
    const route = this.reflector.get<Route | undefined>(ROUTE, context.getHandler());
    if (!route) throw notFound();
    if (route.access === 'public') {
      if (route.rate === 'file') await this.nameIfKnown(context);
      return true;
    }
    await super.canActivate(context);
    if (route.access !== 'admin' || requestContext.principal()?.role === 'admin') return true;
    this.refusals.note();
    throw forbidden();
  }

  /**
   * A file's URL opens without a bearer, but not for somebody else: whoever says who they are is named to the
   * document service, which compares. A stale bearer names nobody.
   */
  private async nameIfKnown(context: ExecutionContext): Promise<void> {
    const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
    if (headers.authorization === undefined) return;
    try {
      await super.canActivate(context);
    } catch (error) {
      if (!(error instanceof AppError && error.status === 401)) throw error;
    }
  }

  /** Passport's verdict. Only our own refusals (503: cannot be checked) say more than 'Please sign in'. */
  override handleRequest<Person = Principal>(error: unknown, principal: unknown, info: unknown): Person {
    for (const reason of [error, info]) if (reason instanceof AppError) throw reason;
    if (error) throw new Error('sign-in could not be checked', { cause: error });
    const context = requestContext.current();
    if (!principal || !context) throw unauthorized();
    context.principal = principal as Principal;
    return principal as Person;
  }
}
