import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '@caredrop/contracts';
import { appError, requestContext, type Principal } from '@caredrop/service-kit';
import { AccessRejections } from '../audit/access-rejections.js';
import type { Route } from '../routing/routes.js';
import { Sessions } from './sessions.js';

/** Decides whether the caller in the request's context may use a route. */
@Injectable()
export class CallerAccess {
  constructor(
    private readonly sessions: Sessions,
    private readonly rejections: AccessRejections,
  ) {}

  /** Throws 403, which is audited, if the route is for administrators and the caller is not one. */
  requireRole(route: Route): void {
    if (route.access !== 'admin' || requestContext.principal()?.role === 'admin') return;
    this.rejections.note('forbidden');
    throw appError('forbidden');
  }

  /** Audits a call that its service refused for a missing fresh proof. `code`: the error code of its response. */
  noteProof(code: ErrorCode | null): void {
    if (code === 'proof_required') this.rejections.note(code);
  }

  /**
   * Checks session and role again after the body has arrived, since a client can hold it back until its session has
   * ended. Usually served from the cache. Does not count as activity, because the first check did. Throws 401, 403, and
   * 503 when the session cannot be checked.
   */
  async checkAgain(route: Route): Promise<void> {
    if (route.access === 'public') return;
    const caller = requestContext.principal();
    const principal = caller && (await this.sessions.principal(caller.sessionId, false));
    if (!principal) throw appError('unauthorized');
    remember(principal);
    this.requireRole(route);
  }
}

/** Puts the caller into the request's context. */
export function remember(principal: Principal): void {
  const context = requestContext.current();
  if (!context) throw appError('unauthorized');
  context.principal = principal;
}
