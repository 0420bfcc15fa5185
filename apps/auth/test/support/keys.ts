import { generateKeyPairSync } from 'node:crypto';
import type { SigningKey } from '../../src/config.js';

/** A fresh ES256 key as SESSION_KEYS holds it. */
export function newSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid } as SigningKey;
}

/** A service's Ed25519 key pair, as INTERNAL_PRIVATE_KEY and INTERNAL_CALLERS hold them. */
export function newIdentityKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateJwk: privateKey.export({ format: 'jwk' }), publicJwk: publicKey.export({ format: 'jwk' }) };
}
