import { generateKeyPairSync, randomBytes, type KeyPairKeyObjectResult } from 'node:crypto';
import { eventSources } from '@caredrop/contracts/events';

/** A key as JSON Web Key, the format of settings and identity tokens. */
export interface Jwk {
  [field: string]: unknown;
  kty: string;
  crv: string;
  x: string;
  kid?: string;
}

export interface KeyPair {
  privateKey: Jwk & { d: string };
  publicKey: Jwk;
}

/** A service's Ed25519 key pair; INTERNAL_PRIVATE_KEY and SERVICE_KEYS each contain one half. */
export const newIdentityKeys = (): KeyPair => asJwks(generateKeyPairSync('ed25519'));

/** A key pair for each name: all callers and callees of a test. */
export const newIdentities = <Name extends string>(...names: Name[]): Record<Name, KeyPair> =>
  Object.fromEntries(names.map((name) => [name, newIdentityKeys()])) as Record<Name, KeyPair>;

/** The public halves by name, in the format of SERVICE_KEYS. */
export const publicKeysOf = (pairs: Record<string, KeyPair>): Record<string, Jwk> =>
  Object.fromEntries(Object.entries(pairs).map(([name, { publicKey }]) => [name, publicKey]));

/**
 * SERVICE_KEYS for a service under test: its callers' keys, and its own key for every source of events, since
 * its outbox publishes on their behalf.
 */
export function serviceKeysFor(own: Jwk, callers: Record<string, Jwk> = {}): Record<string, Jwk[]> {
  const names = new Set([...eventSources, ...Object.keys(callers)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [caller, source] = [callers[name], eventSources.some((known) => known === name)];
      return [name, [...(caller ? [caller] : []), ...(source ? [own] : [])]];
    }),
  );
}

/** An ES256 key pair with its id; SESSION_KEYS and auth's key set each contain one half. */
export function newSessionKeys(kid: string): KeyPair {
  const { privateKey, publicKey } = asJwks(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const named = { kid, alg: 'ES256', use: 'sig' };
  return { privateKey: { ...privateKey, ...named }, publicKey: { ...publicKey, ...named } };
}

/** A key ring with one new key, in the format of LINK_KEYS, KEK_KEYS, FILE_URL_KEYS and SECOND_FACTOR_KEYS. */
export const newKeyRing = (): string =>
  JSON.stringify({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } });

const asJwks = ({ privateKey, publicKey }: KeyPairKeyObjectResult): KeyPair => ({
  privateKey: privateKey.export({ format: 'jwk' }) as KeyPair['privateKey'],
  publicKey: publicKey.export({ format: 'jwk' }) as KeyPair['publicKey'],
});
