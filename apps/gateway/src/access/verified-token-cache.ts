import { Inject, Injectable } from '@nestjs/common';
import { digest } from './digest.js';
import { SessionKeys } from './session-keys.js';

/** Claims of a verified bearer token: user, session, and expiry (seconds). */
export interface Claims {
  sub: string;
  sid: string;
  exp: number;
}

const MAX_TOKENS = 10_000;

/**
 * Caches bearer tokens whose signature was verified, by digest: verifying takes a third of the gateway's time for a
 * signed-in call, and its outcome never changes. All entries are dropped when the keys are fetched from auth again or
 * are no longer trusted; an expired token is never returned. Does not cover the session, which is checked as usual
 * (`sessions.ts`).
 */
@Injectable()
export class VerifiedTokenCache {
  private readonly verified = new Map<string, Claims>();
  private era: number | null = null;

  constructor(@Inject(SessionKeys) private readonly keys: Pick<SessionKeys, 'era'>) {}

  /** `authorization`: the raw header. */
  find(authorization: string | undefined, now = Date.now()): Claims | null {
    this.forgetOldKeys();
    const claims = authorization === undefined ? undefined : this.verified.get(digest(authorization));
    return claims && claims.exp * 1000 > now ? claims : null;
  }

  remember(authorization: string, claims: Claims): void {
    this.forgetOldKeys();
    this.verified.set(digest(authorization), claims);
    const [oldest] = this.verified.keys();
    if (this.verified.size > MAX_TOKENS && oldest !== undefined) this.verified.delete(oldest);
  }

  private forgetOldKeys(): void {
    const era = this.keys.era();
    if (era === null || era !== this.era) this.verified.clear();
    this.era = era;
  }
}
