import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

export const ISSUER = 'caredrop';
export const AUDIENCE = 'caredrop';

export interface SignedSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Makes the string a browser carries. It names user and session and says nothing about either; whether the
 * session still lives is asked of the database (`POST /internal/sessions/check`).
 */
@Injectable()
export class SessionTokens {
  constructor(private readonly jwt: JwtService) {}

  sign({ id, userId, createdAt, expiresAt }: SignedSession): Promise<string> {
    const [iat, exp] = [createdAt, expiresAt].map((time) => Math.floor(time.getTime() / 1000));
    return this.jwt.signAsync({ sub: userId, sid: id, iss: ISSUER, aud: AUDIENCE, iat, exp });
  }
}
