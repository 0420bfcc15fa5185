import { decodeJwt, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { ServiceSettings } from '../config/settings.js';
import type { Principal } from '../context/request-context.js';
import { remember } from './remember.js';
import {
  CLOCK_TOLERANCE_SECONDS,
  principalClaim,
  PrincipalRefused,
  readVoucher,
  VOUCHER_ISSUER,
} from './vouched-principal.js';

/** Says what a token is for, so that none made for something else passes for one (RFC 8725 §3.11). */
const TYPE = 'internal+jwt';
const LIFETIME_SECONDS = 60;
/** A cached token is handed out only while it has this long to live. */
const MARGIN_MS = 15_000;

/** `principal` is what the caller says of the person, as before version 0.2; `voucher` is what auth says. */
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

/** Who calls, and for whom. */
export interface Caller {
  service: string;
  principal: Principal | null;
}

/**
 * Proves who we are to other services and checks who they are (design §2): a token of 60 s, signed with the
 * caller's own Ed25519 key, naming issuer and audience, and carrying auth's voucher for the principal it acts
 * for (docs/adr/0027). Both sides keep tokens while they are good, so that a request does not pay for
 * cryptography twice; the request id therefore travels beside it (`x-request-id`), see docs/adr/0004.
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
    private readonly unvouched: Unvouched = 'refuse',
  ) {
    this.ownKey = importJWK(privateKey, 'EdDSA');
  }

  /** The identity of `service` by its settings. */
  static of(service: string, settings: IdentitySettings): InternalIdentity {
    const { INTERNAL_PRIVATE_KEY, SERVICE_KEYS, PRINCIPALS_UNVOUCHED } = settings;
    return new InternalIdentity(service, INTERNAL_PRIVATE_KEY, SERVICE_KEYS, PRINCIPALS_UNVOUCHED);
  }

  /** A token for calling `audience` on behalf of `principal` (null: for ourselves), who has auth's voucher. */
  async tokenFor(audience: string, principal: Principal | null): Promise<string> {
    const key = JSON.stringify([audience, principal]);
    const cached = this.issued.get(key);
    if (cached && cached.until > Date.now()) return cached.token;
    const token = await new SignJWT(this.claimsOf(principal))
      .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
      .setIssuer(this.service)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(await this.ownKey);
    remember(this.issued, key, { token, until: Date.now() + LIFETIME_SECONDS * 1000 - MARGIN_MS });
    return token;
  }

  /**
   * The caller a token proves; null for anything that proves nothing. Throws {@link PrincipalRefused} when a known
   * caller names a person whom auth has not vouched for.
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
    // Services of version 0.1 read what is claimed and know no vouchers.
    if (this.unvouched === 'accept') return { principal: claimed, ...(voucher && { voucher }) };
    if (!voucher) throw new Error('auth has not vouched for this principal');
    return { principal: null, voucher };
  }

  /** Auth's voucher decides, whatever else the caller says. */
  private async principalOf({ iss, principal, voucher }: Claims) {
    if (voucher !== undefined) return readVoucher(voucher, iss, await this.keysOf(VOUCHER_ISSUER));
    if (principal && this.unvouched === 'refuse') throw new PrincipalRefused(iss, 'unvouched');
    return { principal, until: Infinity };
  }

  private async readClaims(token: string): Promise<Claims | null> {
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
