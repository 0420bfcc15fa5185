import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { Role } from '@caredrop/contracts';
import { requestContext, type Principal } from '../context/request-context.js';
import { unauthorized } from '../errors/app-error.js';

export const CALLERS = Symbol('callers');
export const ROLES = Symbol('roles');
export const RECENT_PROOF = Symbol('recent proof');
export const OPEN = Symbol('open');

/** Which services may call this route or controller. Without it nobody may: deny by default. */
export const Callers = (...services: string[]) => SetMetadata(CALLERS, services);

/** The signed-in person must have one of these roles: 401 for nobody, 403 for another role. */
export const Roles = (...allowed: Role[]) => SetMetadata(ROLES, allowed);

/**
 * The signed-in person must have proved recently who they are: 403 `proof_required` otherwise. For acts that make an
 * open session's or a stolen bearer's damage permanent.
 */
export const RecentProof = () => SetMetadata(RECENT_PROOF, true);

/** Anybody who can reach the port may call: health checks and metrics, nothing else. */
export const Open = () => SetMetadata(OPEN, true);

/** The signed-in person, as a controller's parameter; 401 when there is none. */
export const CurrentPrincipal = createParamDecorator((): Principal => {
  const principal = requestContext.principal();
  if (!principal) throw unauthorized();
  return principal;
});
