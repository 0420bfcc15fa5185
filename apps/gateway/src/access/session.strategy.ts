import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { appError, type Principal } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { z } from 'zod';
import { routes } from '../routing/routes.js';
import { VerifiedTokenCache, type Claims } from './verified-token-cache.js';
import { SessionKeys } from './session-keys.js';
import { Sessions } from './sessions.js';

export const SESSION = 'session';

/**
 * A page that sends a request by itself (a timer, a live update) sets this header, so that the request does not keep
 * the session alive.
 */
const BACKGROUND_HEADER = 'x-background';
const backgroundPaths = new Set(
  routes.filter(({ background }) => background).map(({ path }) => `/api${path}`),
);

const proofCalls = new Set(
  routes.filter(({ proof }) => proof).map(({ method, path }) => `${method} /api${path}`),
);

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/**
 * The token of an Authorization header; null if there is none. passport-jwt's own extractor takes quadratic time: 0.4 s
 * for a header of 15 KB without a space.
 */
const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^bearer\s+(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? null;

/** Accepts a bearer token that is a JWT signed by the auth service and names a session that auth reports as alive. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION) {
  constructor(
    keys: SessionKeys,
    private readonly sessions: Sessions,
    private readonly verifiedTokens: VerifiedTokenCache,
  ) {
    super({
      jwtFromRequest: bearerOf,
      secretOrKeyProvider: keys.provider,
      algorithms: ['ES256'],
      issuer: 'caredrop',
      audience: 'caredrop',
      passReqToCallback: true,
    });
  }

  /** Called by passport, which has verified the signature. Like {@link personOf}. */
  async validate(request: FastifyRequest, payload: unknown): Promise<Principal> {
    const { success, data } = claims.safeParse(payload);
    if (!success) throw appError('unauthorized');
    this.verifiedTokens.remember(request.headers.authorization ?? '', data);
    return this.personOf(request, data);
  }

  /** The session's user. Throws 401 for an ended session and 503 when it cannot be checked. */
  async personOf(request: FastifyRequest, { sub, sid }: Claims): Promise<Principal> {
    const principal = await this.sessions.principal(sid, !isBackground(request), mayNeedProof(request));
    if (principal?.userId !== sub) throw appError('unauthorized');
    return principal;
  }
}

/** Calls of `background` routes and requests with the background header do not count as activity. */
function isBackground({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[BACKGROUND_HEADER] !== undefined || backgroundPaths.has(routeOptions.url ?? '');
}

/** Treats HEAD as GET, because it is allowed wherever GET is. */
function mayNeedProof({ method, routeOptions }: FastifyRequest): boolean {
  return proofCalls.has(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`);
}
