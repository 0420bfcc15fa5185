import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { appError, AppError, OPEN, type Principal } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Route } from '../routing/routes.js';
import { ROUTE } from '../routing/serves.decorator.js';
import { CallerAccess, remember } from './caller-access.js';
import { VerifiedTokenCache } from './verified-token-cache.js';
import { SESSION, SessionStrategy } from './session.strategy.js';

/**
 * Authorizes calls by the routing table and denies routes that are neither in it nor `@Open`. Public calls ignore the
 * bearer token, so a stale one does no harm; only calls to a file URL use it.
 */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION) {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: CallerAccess,
    private readonly verifiedTokens: VerifiedTokenCache,
    private readonly sessions: SessionStrategy,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]))
      return true;
    const route = this.reflector.get<Route | undefined>(ROUTE, context.getHandler());
    if (!route) throw appError('not_found');
    if (route.access === 'public') {
      if (route.rate === 'file') await this.nameIfKnown(context);
      return true;
    }
    await this.identify(context);
    this.access.requireRole(route);
    return true;
  }

  /**
   * A file URL needs no bearer token, but does not work for another user: if the caller sends a token, the gateway
   * passes its user on, and the document service checks that the URL was made for that user. A stale token is ignored.
   */
  private async nameIfKnown(context: ExecutionContext): Promise<void> {
    if (context.switchToHttp().getRequest<FastifyRequest>().headers.authorization === undefined) return;
    try {
      await this.identify(context);
    } catch (error) {
      if (!(error instanceof AppError && error.status === 401)) throw error;
    }
  }

  /**
   * Puts the caller into the request's context. Throws 401 when the caller is signed out, and 503 when this
   * cannot be determined.
   */
  private async identify(context: ExecutionContext): Promise<void> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const claims = this.verifiedTokens.find(request.headers.authorization);
    if (claims) remember(await this.sessions.personOf(request, claims));
    else await super.canActivate(context);
  }

  /**
   * Handles passport's result. Passes on our own errors (such as a 503 when auth is down); a missing or invalid token
   * is a 401.
   */
  override handleRequest<Person = Principal>(error: unknown, principal: unknown, info: unknown): Person {
    for (const reason of [error, info]) if (reason instanceof AppError) throw reason;
    if (error) throw new Error('the session could not be checked', { cause: error });
    if (!principal) throw appError('unauthorized');
    remember(principal as Principal);
    return principal as Person;
  }
}
