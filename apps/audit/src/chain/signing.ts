import { createHash, createPrivateKey, createPublicKey, sign, verify, type JsonWebKey } from 'node:crypto';
import { canonical } from './canonical.js';

export interface Signed {
  keyId: string;
  /** base64url */
  signature: string;
}

/** Identifies a key by its public half: 16 hex digits, to be compared with an id noted elsewhere. */
export const keyIdOf = ({ x }: JsonWebKey): string =>
  createHash('sha256').update(String(x)).digest('hex').slice(0, 16);

export const publicHalf = ({ kty, crv, x }: JsonWebKey): JsonWebKey => ({ kty, crv, x });

/** Signs a statement. The signature is valid only for this `kind`. */
export function signStatement(key: JsonWebKey, kind: string, statement: object): Signed {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const signature = sign(null, Buffer.from(canonical({ kind, statement })), privateKey);
  return { keyId: keyIdOf(key), signature: signature.toString('base64url') };
}

/** True if `signed` is a signature of exactly this statement and kind by one of these keys. */
export function isSignedBy(keys: JsonWebKey[], kind: string, statement: object, signed: Signed): boolean {
  const key = keys.find((known) => keyIdOf(known) === signed.keyId);
  if (!key) return false;
  const content = Buffer.from(canonical({ kind, statement }));
  const publicKey = createPublicKey({ key: publicHalf(key), format: 'jwk' });
  return verify(null, content, publicKey, Buffer.from(signed.signature, 'base64url'));
}
