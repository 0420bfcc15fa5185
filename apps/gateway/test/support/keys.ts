import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';

export interface KeyPair {
  privateKey: JWK & { d: string; x: string };
  publicKey: JWK & { x: string };
}

/** An Ed25519 pair, as each service has one to prove who it is. */
export function serviceKeys(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'jwk' }) as KeyPair['privateKey'],
    publicKey: publicKey.export({ format: 'jwk' }) as KeyPair['publicKey'],
  };
}

/** An ES256 pair with its id, as auth signs sessions with. */
export function sessionKeys(kid: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { kid, alg: 'ES256', use: 'sig' };
  return {
    privateKey: { ...privateKey.export({ format: 'jwk' }), ...named } as KeyPair['privateKey'],
    publicKey: { ...publicKey.export({ format: 'jwk' }), ...named } as KeyPair['publicKey'],
  };
}
