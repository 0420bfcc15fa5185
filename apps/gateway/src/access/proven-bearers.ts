import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SessionKeys } from './session-keys.js';

/** What the signature of a bearer proves: a user, a session, and until when (seconds). */
export interface Claims {
  sub: string;
  sid: string;
  exp: number;
}

const MOST_BEARERS = 10_000;

/**
 * Bearers whose signature has been checked, by their digests: the check is a third of what the gateway does for a call of
 * somebody signed in, and its outcome is the same each time. Forgotten with the keys it was made by, at the latest
 * when auth is asked for them again, and when the bearer's own time is over. Says nothing of the session, which is
 * asked about as ever (`sessions.ts`).
 */
@Injectable()
export class ProvenBearers {
  private readonly proven = new Map<string, Claims>();
  private era: number | null = null;

  constructor(@Inject(SessionKeys) private readonly keys: Pick<SessionKeys, 'era'>) {}

  /** `authorization`: the header as it came. */
  find(authorization: string | undefined, now = Date.now()): Claims | null {
    this.forgetOldKeys();
    const claims = authorization === undefined ? undefined : this.proven.get(digest(authorization));
    return claims && claims.exp * 1000 > now ? claims : null;
  }

  remember(authorization: string, claims: Claims): void {
    this.forgetOldKeys();
    this.proven.set(digest(authorization), claims);
    const [oldest] = this.proven.keys();
    if (this.proven.size > MOST_BEARERS && oldest !== undefined) this.proven.delete(oldest);
  }

  private forgetOldKeys(): void {
    const era = this.keys.era();
    if (era === null || era !== this.era) this.proven.clear();
    this.era = era;
  }
}

const digest = (authorization: string): string => hash('sha256', authorization, 'base64');
