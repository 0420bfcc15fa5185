import { Secret, TOTP } from 'otpauth';

/** Length of a time step in seconds: an app shows each code for this long. */
const PERIOD = 30;
/** Steps before and after the current one whose codes are accepted: phones' clocks differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
const ISSUER = 'Caredrop';

/** Parameters that every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const totpOf = (secret: Uint8Array, label = ISSUER) =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
  });

export const newTotpSecret = (): Uint8Array => new Uint8Array(new Secret({ size: SECRET_BYTES }).buffer);

/** The secret as text to type by hand, and as the URL in a QR code. */
export function forAuthenticator(secret: Uint8Array, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that `code` belongs to if it is currently valid; otherwise null. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}
