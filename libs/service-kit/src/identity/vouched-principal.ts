import { errors, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { roles } from '@caredrop/contracts';
import type { Principal } from '../context/request-context.js';
import { mayReuse, remember, type ReuseTime } from './remember.js';

/** Only auth checks sessions, so only auth can confirm for whom a call is made (docs/adr/0027). */
export const VOUCHER_ISSUER = 'auth';
const TYPE = 'principal+jwt';
/**
 * Lifetime of a voucher. Together with the clock tolerance it is at most a minute: no service accepts a voucher that
 * was signed longer ago than that.
 */
const LIFETIME_SECONDS = 55;
export const CLOCK_TOLERANCE_SECONDS = 5;
/** A voucher is reused only while it is younger than this, so that about half of its lifetime is left. */
const REUSE_MS = 25_000;

export const principalClaim = z.object({
  userId: z.uuid(),
  role: z.enum(roles),
  sessionId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  // Version 0.1 sends no voucher, so there is no proof.
  recentProof: z.boolean().default(false),
  // Absent from a version of auth without teams.
  teams: z.array(z.uuid()).default([]),
  covers: z.array(z.uuid()).default([]),
});
const claimsSchema = z.object({ exp: z.number(), principal: principalClaim });

export type RejectedBecause =
  /** The caller names a user without a voucher. */
  | 'unvouched'
  /** Signed by auth more than a minute ago. */
  | 'expired'
  /** Not signed by auth, changed since, not a voucher, or dated in the future according to this service's clock. */
  | 'not_genuine';

/** A known service named a user whom auth has not vouched for within the last minute. */
export class PrincipalRefused extends Error {
  constructor(
    /** The service that named the user. */
    readonly caller: string,
    readonly reason: RejectedBecause,
    cause?: unknown,
  ) {
    super(`a principal named by ${caller} was refused: ${reason}`, { cause });
    this.name = 'PrincipalRefused';
  }
}

/**
 * Signs principals with auth's service key. The same principal gets the same voucher for a while, so that a
 * busy session does not cost a signature per check.
 */
export class PrincipalSigner {
  private readonly key: Promise<CryptoKey | Uint8Array>;
  private readonly signed = new Map<string, { voucher: string } & ReuseTime>();

  constructor(privateKey: JWK) {
    this.key = importJWK(privateKey, 'EdDSA');
  }

  /** Signs the current state of a session. The caller has just checked that the session is alive. */
  async sign({ voucher: _earlier, ...principal }: Principal): Promise<string> {
    const cacheKey = JSON.stringify(principal);
    const cached = this.signed.get(cacheKey);
    const now = Date.now();
    if (cached && mayReuse(cached, now)) return cached.voucher;
    const seconds = Math.floor(now / 1000);
    const voucher = await new SignJWT({ principal })
      .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
      .setIssuer(VOUCHER_ISSUER)
      .setSubject(principal.userId)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(await this.key);
    remember(this.signed, cacheKey, { voucher, from: now, until: now + REUSE_MS });
    return voucher;
  }
}

/**
 * Verifies a voucher signed by one of auth's `keys`; `until` (epoch ms) is when it expires. Throws {@link
 * PrincipalRefused} for an invalid one.
 */
export async function readVoucher(
  voucher: string,
  caller: string,
  keys: readonly (CryptoKey | Uint8Array)[],
): Promise<{ principal: Principal; until: number }> {
  const failures: unknown[] = [];
  for (const key of keys) {
    try {
      const { exp, principal } = claimsSchema.parse(await payloadOf(voucher, key));
      return { principal: { ...principal, voucher }, until: exp * 1000 };
    } catch (error) {
      failures.push(error);
    }
  }
  // jose checks times only after the signature, so an expired voucher was genuine.
  const expired = failures.find((error) => error instanceof errors.JWTExpired);
  throw new PrincipalRefused(caller, expired ? 'expired' : 'not_genuine', expired ?? failures[0]);
}

async function payloadOf(voucher: string, key: CryptoKey | Uint8Array) {
  const { payload } = await jwtVerify(voucher, key, {
    algorithms: ['EdDSA'],
    typ: TYPE,
    issuer: VOUCHER_ISSUER,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: LIFETIME_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(Date.now()),
  });
  return payload;
}
