// @ts-check
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { auditRoles, databaseOwners, serviceNames } from './service-names.mjs';

/** @import { KeyRing, Secrets } from './secrets.ts' */

/** Generates new secrets; stores nothing. @returns {Secrets} */
export function makeSecrets() {
  return {
    postgresPassword: password(),
    rabbitmqPassword: password(),
    brokerPasswords: record(serviceNames, password),
    objectStorePassword: password(),
    rolePasswords: record([...databaseOwners, ...auditRoles], password),
    identities: record(serviceNames, identity),
    sessionKeys: [sessionKey()],
    linkKeys: keyRing(),
    kekKeys: keyRing(),
    fileUrlKeys: keyRing(),
    secondFactorKeys: keyRing(),
    auditKey: identity().privateKey,
    auditExportKey: identity().privateKey,
    twilio: {
      accountSid: `AC${randomBytes(16).toString('hex')}`,
      authToken: randomBytes(16).toString('hex'),
    },
    demo: randomBytes(3).toString('hex'),
  };
}

/**
 * @template {string} Name
 * @template Value
 * @param {readonly Name[]} names
 * @param {() => Value} make
 * @returns {Record<Name, Value>}
 */
function record(names, make) {
  return /** @type {Record<Name, Value>} */ (Object.fromEntries(names.map((name) => [name, make()])));
}

const password = () => randomBytes(18).toString('hex');

/** @returns {KeyRing} */
function keyRing() {
  return { current: 'k1', keys: { k1: randomBytes(32).toString('base64') } };
}

/** An Ed25519 key pair. */
export function identity() {
  const pair = generateKeyPairSync('ed25519');
  return {
    privateKey: pair.privateKey.export({ format: 'jwk' }),
    publicKey: pair.publicKey.export({ format: 'jwk' }),
  };
}

/** A private key that signs sessions. */
export function sessionKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: `s-${randomBytes(4).toString('hex')}`,
    alg: 'ES256',
  };
}
