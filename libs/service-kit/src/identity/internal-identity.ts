import { decodeJwt, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { ServiceSettings } from '../config/settings.js';
import type { Principal } from '../context/request-context.js';
import { mayReuse, remember, type ReuseTime } from './remember.js';
import {
  CLOCK_TOLERANCE_SECONDS,
  principalClaim,
  PrincipalRefused,
  readVoucher,
  VOUCHER_ISSUER,
} from './vouched-principal.js';

/** The token's type, so that a token made for another purpose is never accepted (RFC 8725 §3.11). */
const TYPE = 'internal+jwt';
const LIFETIME_SECONDS = 60;
/** A cached token is used only while it remains valid for at least this long. */
const MARGIN_MS = 15_000;

/** `principal` is the caller's own claim about the user, as in version 0.1; `voucher` is signed by auth. */
const claimsSchema = z.object({
  iss: z.string(),
  exp: z.number(),
  principal: principalClaim.nullable(),
  voucher: z.string().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

type IdentitySettings = Pick<
  ServiceSettings,
  'INTERNAL_PRIVATE_KEY' | 'SERVICE_KEYS' | 'PRINCIPALS_UNVOUCHED'
>;

type Unvouched = ServiceSettings['PRINCIPALS_UNVOUCHED'];

/** The calling service, and the user for whom it acts. */
export interface Caller {
  service: string;
  principal: Principal | null;
}

/**
 * Proves our identity to other services and verifies theirs: a token of 60 s, signed with the caller's Ed25519 key,
 * that names issuer and audience and carries auth's voucher for the user whom the caller acts for (docs/adr/0027). Both
 * sides cache tokens while they are valid, so that not every request pays for cryptography. The request id therefore
 * travels in a separate header (`x-request-id`), see docs/adr/0004.
 */
export class InternalIdentity {
  private readonly issued = new Map<string, { token: string } & ReuseTime>();
  private readonly verified = new Map<string, { caller: Caller; until: number }>();
  private readonly callerKeys = new Map<string, Promise<(CryptoKey | Uint8Array)[]>>();
  private readonly ownKey: Promise<CryptoKey | Uint8Array>;

  constructor(
    readonly service: string,
    privateKey: JWK,
    /** Public keys of the possible callers, by name; several while one is being rotated. */
    private readonly callers: Record<string, JWK | readonly JWK[]>,
    private readonly unvouched: Unvouched = 'refuse',
  ) {
    this.ownKey = importJWK(privateKey, 'EdDSA');
  }

  /** The identity of `service`, from its settings. */
  static of(service: string, settings: IdentitySettings): InternalIdentity {
    const { INTERNAL_PRIVATE_KEY, SERVICE_KEYS, PRINCIPALS_UNVOUCHED } = settings;
    return new InternalIdentity(service, INTERNAL_PRIVATE_KEY, SERVICE_KEYS, PRINCIPALS_UNVOUCHED);
  }

  /**
   * Returns a token for calling `audience` on behalf of `principal`, with auth's voucher; null for the
   * service itself.
   */
  async tokenFor(audience: string, principal: Principal | null): Promise<string> {
    const key = JSON.stringify([audience, principal]);
    const cached = this.issued.get(key);
    const now = Date.now();
    if (cached && mayReuse(cached, now)) return cached.token;
    const token = await new SignJWT(this.claimsOf(principal))
      .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
      .setIssuer(this.service)
      .setAudience(audience)
      .setIssuedAt(new Date(now))
      .setExpirationTime(new Date(now + LIFETIME_SECONDS * 1000))
      .sign(await this.ownKey);
    remember(this.issued, key, { token, from: now, until: now + LIFETIME_SECONDS * 1000 - MARGIN_MS });
    return token;
  }

  /**
   * Returns the caller that a token proves; null for an invalid token. Throws {@link PrincipalRefused} when a
   * known caller names a user for whom it has no valid voucher.
   */
  async verify(token: string): Promise<Caller | null> {
    const cached = this.verified.get(token);
    if (cached && cached.until > Date.now()) return cached.caller;
    const claims = await this.readClaims(token);
    if (!claims) return null;
    const { principal, until } = await this.principalOf(claims);
    const caller = { service: claims.iss, principal };
    remember(this.verified, token, { caller, until: Math.min(claims.exp * 1000, until) });
    return caller;
  }

  private claimsOf(principal: Principal | null): { principal: object | null; voucher?: string } {
    if (!principal) return { principal: null };
    const { voucher, ...claimed } = principal;
    // Services of version 0.1 read the claim and do not support vouchers.
    if (this.unvouched === 'accept') return { principal: claimed, ...(voucher && { voucher }) };
    if (!voucher) throw new Error('auth has not vouched for this principal');
    return { principal: null, voucher };
  }

  /** Auth's voucher takes precedence over a principal that the caller names. */
  private async principalOf({ iss, principal, voucher }: Claims) {
    if (voucher !== undefined) return readVoucher(voucher, iss, await this.keysOf(VOUCHER_ISSUER));
    if (principal && this.unvouched === 'refuse') throw new PrincipalRefused(iss, 'unvouched');
    return { principal, until: Infinity };
  }

  private async readClaims(token: string): Promise<Claims | null> {
    try {
      return claimsSchema.parse(await this.payloadOf(token));
    } catch {
      // Invalid for any reason: the guard returns 401 and logs it.
      return null;
    }
  }

  /** Throws unless a key of the issuer signed this token and it is valid now for this service. */
  private async payloadOf(token: string): Promise<JWTPayload> {
    const options = {
      algorithms: ['EdDSA'],
      typ: TYPE,
      audience: this.service,
      requiredClaims: ['iss', 'exp', 'iat'],
      maxTokenAge: `${String(LIFETIME_SECONDS)}s`,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(Date.now()),
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
