import { generateKeyPairSync } from 'node:crypto';
import { InternalIdentity } from '@caredrop/service-kit';

type PrivateJwk = ConstructorParameters<typeof InternalIdentity>[1];

export interface ServiceKeys {
  privateJwk: PrivateJwk;
  publicJwk: PrivateJwk;
}

export function serviceKeys(): ServiceKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateJwk: privateKey.export({ format: 'jwk' }),
    publicJwk: publicKey.export({ format: 'jwk' }),
  };
}

/** Keys of everybody who talks to or is asked by the service under test. */
export const keys = {
  notification: serviceKeys(),
  gateway: serviceKeys(),
  token: serviceKeys(),
  document: serviceKeys(),
};

export const publicKeys = Object.fromEntries(
  Object.entries(keys).map(([name, { publicJwk }]) => [name, publicJwk]),
);

/** A bearer of `caller` for the notification service. */
export async function bearer(caller: keyof typeof keys, audience = 'notification'): Promise<string> {
  const identity = new InternalIdentity(caller, keys[caller].privateJwk, {});
  return `Bearer ${await identity.tokenFor(audience, null)}`;
}
