import { Injectable } from '@nestjs/common';
import { JwtService, type JwtSignOptions } from '@nestjs/jwt';

export const ISSUER = 'caredrop';
export const AUDIENCE = 'caredrop';
/** Header `typ`: a token made for another purpose is never accepted as a session (RFC 8725 §3.11). */
const SESSION_TYPE = 'session+jwt';

/** How the JWT of a session is signed with the key `kid`. */
export const signOptionsOf = (kid: string): JwtSignOptions => ({
  algorithm: 'ES256',
  header: { typ: SESSION_TYPE, alg: 'ES256', kid },
});

export interface SignedSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Creates the JWT that a browser keeps. It names only the user and the session; whether the session is alive
 * is checked in the database (`POST /internal/sessions/check`).
 */
@Injectable()
export class SessionTokens {
  constructor(private readonly jwt: JwtService) {}

  sign({ id, userId, createdAt, expiresAt }: SignedSession): Promise<string> {
    const [iat, exp] = [createdAt, expiresAt].map((time) => Math.floor(time.getTime() / 1000));
    return this.jwt.signAsync({ sub: userId, sid: id, iss: ISSUER, aud: AUDIENCE, iat, exp });
  }
}
