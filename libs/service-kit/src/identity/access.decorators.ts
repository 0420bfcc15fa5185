import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { Role } from '@caredrop/contracts';
import { requestContext, type Principal } from '../context/request-context.js';
import { appError } from '../errors/app-error.js';

export const CALLERS = Symbol('callers');
export const ROLES = Symbol('roles');
export const RECENT_PROOF = Symbol('recent proof');
export const OPEN = Symbol('open');

/**
 * Services that may call this route or controller. Without this decorator no service may: deny by default.
 */
export const Callers = (...services: string[]) => SetMetadata(CALLERS, services);

/** The signed-in user must have one of these roles: 401 when signed out, 403 for another role. */
export const Roles = (...allowed: Role[]) => SetMetadata(ROLES, allowed);

/**
 * The signed-in user must have given a fresh proof: 403 `proof_required` otherwise. For actions that would make the
 * damage from an unattended session or a stolen bearer token permanent.
 */
export const RecentProof = () => SetMetadata(RECENT_PROOF, true);

/** Any client that can reach the port may call: for health checks and metrics only. */
export const Open = () => SetMetadata(OPEN, true);

/** The signed-in user, as a controller's parameter; 401 when signed out. */
export const CurrentPrincipal = createParamDecorator((): Principal => {
  const principal = requestContext.principal();
  if (!principal) throw appError('unauthorized');
  return principal;
});
