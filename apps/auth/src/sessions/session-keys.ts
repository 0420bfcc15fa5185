import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import type { SigningKey } from '../config.js';

/** A key as others may see it. */
export interface PublicKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
}

/** Everything needed to check a session's JWT: the old keys too, until the last JWT they signed is gone. */
export const toJwks = (keys: SigningKey[]): { keys: PublicKey[] } => ({
  // Named field by field: nothing else of a private key can slip out.
  keys: keys.map(({ x, y, kid }) => ({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' })),
});

/** The key that signs: the first of the list. */
export function signingKeyOf(keys: SigningKey[]): { kid: string; pem: string } {
  const [first] = keys;
  if (!first) throw new Error('SESSION_KEYS holds no key');
  const { kid, kty, crv, x, y, d } = first;
  const jwk: JsonWebKey = { kty, crv, x, y, d };
  const pem = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
  return { kid, pem: pem.toString() };
}
