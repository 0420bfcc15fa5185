import { decodeJwt, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { z } from 'zod';
import { roles } from '@caredrop/contracts';
import type { Principal } from '../context/request-context.js';

/** Says what a token is for, so that none made for something else passes for one (RFC 8725 §3.11). */
const TYPE = 'internal+jwt';
const LIFETIME_SECONDS = 60;
/** A cached token is handed out only while it has this long to live. */
const MARGIN_MS = 15_000;
const CACHE_ENTRIES = 10_000;

const principalClaim = z.object({
  userId: z.uuid(),
  role: z.enum(roles),
  sessionId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  // A gateway of the version before does not send it: without it nobody has proved anything.
  recentProof: z.boolean().default(false),
});
const claimsSchema = z.object({ iss: z.string(), exp: z.number(), principal: principalClaim.nullable() });

/** Who calls, and for whom. */
export interface Caller {
  service: string;
  principal: Principal | null;
}

/**
 * Proves who we are to other services and checks who they are (design §2): a token of 60 s, signed with the
 * caller's own Ed25519 key, naming issuer, audience and the principal it acts for. Both sides keep tokens
 * while they are good, so that a request does not pay for cryptography twice; the request id therefore
 * travels beside it (`x-request-id`), see docs/adr/0004.
 */
export class InternalIdentity {
  private readonly issued = new Map<string, { token: string; until: number }>();
  private readonly verified = new Map<string, { caller: Caller; until: number }>();
  private readonly callerKeys = new Map<string, Promise<(CryptoKey | Uint8Array)[]>>();
  private readonly ownKey: Promise<CryptoKey | Uint8Array>;

  constructor(
    readonly service: string,
    privateKey: JWK,
    /** Public keys of those who may call, by name; several while one is being replaced. */
    private readonly callers: Record<string, JWK | readonly JWK[]>,
  ) {
    this.ownKey = importJWK(privateKey, 'EdDSA');
  }

  /** A token for calling `audience` on behalf of `principal` (null: for ourselves). */
  async tokenFor(audience: string, principal: Principal | null): Promise<string> {
    const key = JSON.stringify([audience, principal]);
    const cached = this.issued.get(key);
    if (cached && cached.until > Date.now()) return cached.token;
    const token = await new SignJWT({ principal })
      .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
      .setIssuer(this.service)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(await this.ownKey);
    remember(this.issued, key, { token, until: Date.now() + LIFETIME_SECONDS * 1000 - MARGIN_MS });
    return token;
  }

  /** The caller a token proves; null for anything that proves nothing. */
  async verify(token: string): Promise<Caller | null> {
    const cached = this.verified.get(token);
    if (cached && cached.until > Date.now()) return cached.caller;
    const claims = await this.readClaims(token);
    if (!claims) return null;
    const caller = { service: claims.iss, principal: claims.principal };
    remember(this.verified, token, { caller, until: claims.exp * 1000 });
    return caller;
  }

  private async readClaims(token: string): Promise<z.infer<typeof claimsSchema> | null> {
    try {
      return claimsSchema.parse(await this.payloadOf(token));
    } catch {
      // Whatever is wrong with it, it proves nothing: the guard answers 401 and logs the refusal.
      return null;
    }
  }

  /** Throws when no key of the issuer made this token. */
  private async payloadOf(token: string): Promise<JWTPayload> {
    const options = {
      algorithms: ['EdDSA'],
      typ: TYPE,
      audience: this.service,
      requiredClaims: ['iss', 'exp', 'iat'],
      maxTokenAge: `${String(LIFETIME_SECONDS)}s`,
      clockTolerance: 5,
    };
    const keys = await this.keysOf(String(decodeJwt(token).iss));
    return Promise.any(keys.map(async (key) => (await jwtVerify(token, key, options)).payload));
  }

  private keysOf(issuer: string): Promise<(CryptoKey | Uint8Array)[]> {
    const jwks = Object.hasOwn(this.callers, issuer) ? this.callers[issuer] : undefined;
    if (!jwks) throw new Error('unknown issuer');
    const known =
      this.callerKeys.get(issuer) ?? Promise.all([jwks].flat().map((jwk) => importJWK(jwk, 'EdDSA')));
    this.callerKeys.set(issuer, known);
    return known;
  }
}

/** Keeps the newest entries: a Map iterates in the order of insertion. */
function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= CACHE_ENTRIES) return;
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}
