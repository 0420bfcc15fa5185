import { generateKeyPairSync } from 'node:crypto';

/** A service's Ed25519 key pair, as INTERNAL_PRIVATE_KEY and INTERNAL_CALLERS hold them. */
export function newIdentityKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateJwk: privateKey.export({ format: 'jwk' }), publicJwk: publicKey.export({ format: 'jwk' }) };
}
