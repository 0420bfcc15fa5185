import { randomBytes } from 'node:crypto';
import { InternalIdentity } from '@caredrop/service-kit';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

export interface ServiceKey {
  privateKey: JWK;
  publicKey: JWK;
}

export async function newServiceKey(): Promise<ServiceKey> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return { privateKey: await exportJWK(privateKey), publicKey: await exportJWK(publicKey) };
}

/** Everybody who calls or is called in these tests. */
export async function newServiceKeys() {
  const [document, gateway, token, stranger] = await Promise.all([1, 2, 3, 4].map(newServiceKey));
  return { document, gateway, token, stranger } as Record<
    'document' | 'gateway' | 'token' | 'stranger',
    ServiceKey
  >;
}

export const identityOf = (name: string, key: ServiceKey, callers: Record<string, JWK> = {}) =>
  new InternalIdentity(name, key.privateKey, callers);

export const newKeyRing = () =>
  JSON.stringify({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } });
