import { createPublicKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { appError, requestContext, type Logger } from '@caredrop/service-kit';
import type { SecretOrKeyProvider } from 'passport-jwt';
import { z } from 'zod';
import { LOGGER } from '../config.js';
import { Upstreams } from '../upstreams/upstreams.js';

const publicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
});
const jwksResponse = z.object({ keys: z.array(publicKey) });
/** The header of tokens as auth signs them: anything else is not a session, whatever its signature. */
const header = z.object({
  alg: z.literal('ES256'),
  typ: z.literal('session+jwt'),
  kid: z.string().min(1).max(64),
  /** Critical extensions: we support none (RFC 7515 §4.1.11), and jsonwebtoken does not check for them. */
  crit: z.undefined().optional(),
});

/** A key that auth has withdrawn is trusted for at most this long. */
const KEEP_MS = 5 * 60_000;
/** Unknown key ids, and tokens that arrive while auth is down, make the gateway query auth no more often than this. */
const ASK_AGAIN_MS = 1000;

/**
 * The public keys of session tokens, fetched from the auth service; an unknown key id (after a rotation) triggers
 * another fetch.
 */
@Injectable()
export class SessionKeys {
  private keys: Promise<Map<string, KeyObject>> | null = null;
  /** The last request failed; its rejected promise is reused for a second. */
  private failed = false;
  private askedAt = -Infinity;
  private timesAsked = 0;

  constructor(
    private readonly jwt: JwtService,
    private readonly upstreams: Upstreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * For passport-jwt. Fails with 401 for a token whose header is invalid or names an unknown key, and with 503 when
   * auth is unavailable.
   */
  provider: SecretOrKeyProvider = (_request, token: string, done) => {
    this.keyFor(token).then(
      // jsonwebtoken accepts a KeyObject; passport-jwt's types allow only text and bytes.
      (key) => done(null, key as unknown as string),
      (error: unknown) => done(error),
    );
  };

  /** Changes whenever the keys are requested from auth; null while none are trusted. */
  era(): number | null {
    return this.keys && !this.failed && performance.now() - this.askedAt < KEEP_MS ? this.timesAsked : null;
  }

  private async keyFor(token: string): Promise<KeyObject> {
    const decoded = this.jwt.decode<{ header?: unknown } | null>(token, { complete: true });
    const { success, data } = header.safeParse(decoded?.header);
    if (!success) throw appError('unauthorized');
    const key = (await this.current()).get(data.kid) ?? (await this.newer()).get(data.kid);
    if (!key) throw appError('unauthorized');
    return key;
  }

  private current(): Promise<Map<string, KeyObject>> {
    const keepMs = this.failed ? ASK_AGAIN_MS : KEEP_MS;
    if (this.keys && performance.now() - this.askedAt < keepMs) return this.keys;
    return this.ask();
  }

  private newer(): Promise<Map<string, KeyObject>> {
    if (this.keys && performance.now() - this.askedAt < ASK_AGAIN_MS) return this.keys;
    return this.ask();
  }

  private ask(): Promise<Map<string, KeyObject>> {
    this.askedAt = performance.now();
    this.timesAsked += 1;
    const asked = this.fetchKeys();
    this.keys = asked;
    this.failed = false;
    asked.catch(() => {
      if (this.keys === asked) this.failed = true;
    });
    return asked;
  }

  private async fetchKeys(): Promise<Map<string, KeyObject>> {
    try {
      const token = await this.upstreams.tokenFor('auth', null);
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestContext.requestId() };
      const signal = AbortSignal.timeout(3000);
      const response = await this.upstreams.request('auth', {
        method: 'GET',
        path: '/jwks',
        headers,
        signal,
      });
      const { keys } = jwksResponse.parse(await response.body.json());
      return new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to fetch the session keys');
      throw appError('service_unavailable');
    }
  }
}
