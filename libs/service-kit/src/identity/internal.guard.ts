import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@caredrop/contracts';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { requestContext, type Principal } from '../context/request-context.js';
import { appError } from '../errors/app-error.js';
import { counter } from '../telemetry/metrics.js';
import { CALLERS, OPEN, RECENT_PROOF, ROLES } from './access.decorators.js';
import { InternalIdentity, type Caller } from './internal-identity.js';
import { requireRecentProof } from './recent-proof.js';
import { PrincipalRefused } from './vouched-principal.js';

/**
 * Rejects every request without a valid internal token from a service that the route allows. `createService` applies it
 * to every route of a service with an identity; only `@Open` routes are exempt.
 */
@Injectable()
export class InternalGuard implements CanActivate {
  private readonly rejections = counter(
    'principals_refused_total',
    'Calls on behalf of a user without a valid voucher from auth',
    ['caller', 'reason'],
  );

  constructor(
    private readonly reflector: Reflector,
    private readonly identity: InternalIdentity,
    private readonly logger: Logger,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http' || this.metadata<boolean>(OPEN, context)) return true;
    const caller = await this.callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    const allowed = this.metadata<string[]>(CALLERS, context) ?? [];
    if (!allowed.includes(caller.service)) throw appError('forbidden');
    rememberCaller(caller);
    checkRole(this.metadata<Role[]>(ROLES, context), caller.principal);
    if (this.metadata<boolean>(RECENT_PROOF, context)) requireRecentProof(caller.principal);
    return true;
  }

  private async callerOf(request: FastifyRequest): Promise<Caller> {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    const caller = scheme === 'Bearer' && token ? await this.verify(token) : null;
    if (!caller) throw appError('unauthorized');
    return caller;
  }

  private async verify(token: string): Promise<Caller | null> {
    try {
      return await this.identity.verify(token);
    } catch (error) {
      if (!(error instanceof PrincipalRefused)) throw error;
      const { caller, reason } = error;
      this.rejections.inc({ caller, reason });
      this.logger.warn({ caller, reason }, 'refused a call for a principal that auth has not vouched for');
      return null;
    }
  }

  private metadata<T>(key: symbol, context: ExecutionContext): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }
}

function rememberCaller({ service, principal }: Caller): void {
  const current = requestContext.current();
  if (!current) throw new Error('InternalGuard ran outside a request context');
  current.caller = service;
  current.principal = principal;
}

function checkRole(roles: Role[] | undefined, principal: Principal | null): void {
  if (!roles) return;
  if (!principal) throw appError('unauthorized');
  if (!roles.includes(principal.role)) throw appError('forbidden');
}
