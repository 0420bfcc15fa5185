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
import type { Route } from '../routing/routes.js';
import { ROUTE } from '../routing/serves.decorator.js';
import { SESSION } from './session.strategy.js';

/**
 * Who may call: as the routing table says, and nobody where it says nothing. On open calls a bearer is not
 * looked at, so a stale one does no harm (api.md 1a.16).
 */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION) {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]))
      return true;
    const route = this.reflector.get<Route | undefined>(ROUTE, context.getHandler());
    if (!route) throw notFound();
    if (route.access === 'public') return true;
    await super.canActivate(context);
    if (route.access === 'admin' && requestContext.principal()?.role !== 'admin') throw forbidden();
    return true;
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
