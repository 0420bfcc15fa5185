import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { unauthorized, type Principal } from '@caredrop/service-kit';
import type { FastifyRequest } from 'fastify';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { z } from 'zod';
import { SessionKeys } from './session-keys.js';
import { Sessions } from './sessions.js';

export const SESSION = 'session';

/** A page that asks by itself (a timer, a live update) says so: it does not keep the session awake (design §2). */
export const BACKGROUND_HEADER = 'x-background';

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/** The bearer: a JWT signed by the auth service, naming a session that auth says is alive. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION) {
  constructor(
    keys: SessionKeys,
    private readonly sessions: Sessions,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: keys.provider,
      algorithms: ['ES256'],
      issuer: 'caredrop',
      audience: 'caredrop',
      passReqToCallback: true,
    });
  }

  /** Throws 401 for an ended session and 503 when nobody can say. */
  async validate(request: FastifyRequest, payload: unknown): Promise<Principal> {
    const { success, data } = claims.safeParse(payload);
    if (!success) throw unauthorized();
    const principal = await this.sessions.principal(
      data.sid,
      request.headers[BACKGROUND_HEADER] === undefined,
    );
    if (principal?.userId !== data.sub) throw unauthorized();
    return principal;
  }
}
