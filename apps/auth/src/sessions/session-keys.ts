import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import type { SigningKey } from '../config.js';

export interface PublicKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
}

/** The public halves of all keys: an old key stays in SESSION_KEYS until the last JWT that it signed has expired. */
export const toJwks = (keys: SigningKey[]): { keys: PublicKey[] } => ({
  // Listed field by field, so that no other part of a private key can leak.
  keys: keys.map(({ x, y, kid }) => ({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' })),
});

/** The signing key: the first of the list. */
export function signingKeyOf(keys: SigningKey[]): { kid: string; pem: string } {
  const [first] = keys;
  if (!first) throw new Error('SESSION_KEYS contains no key');
  const { kid, kty, crv, x, y, d } = first;
  const jwk: JsonWebKey = { kty, crv, x, y, d };
  const pem = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
  return { kid, pem: pem.toString() };
}
