// @ts-check
import { serviceNames } from './service-names.mjs';

/** @import { JsonWebKey } from 'node:crypto' */
/** @import { Secrets } from './secrets.ts' */
/** @import { ServiceName } from './service-names.ts' */

/** The broker user for operators: it has all rights, and no service knows its password. */
export const BROKER_ADMINISTRATOR = 'caredrop';

/**
 * `amqpUrl` with the service's own user and password.
 * @param {ServiceName} service
 * @param {string} amqpUrl
 * @param {Secrets['brokerPasswords']} brokerPasswords
 */
export function brokerUrlFor(service, amqpUrl, brokerPasswords) {
  const url = new URL(amqpUrl);
  url.username = `caredrop-${service}`;
  url.password = brokerPasswords[service];
  return url.href;
}

/**
 * SERVICE_KEYS: the public key of every service.
 * @param {Secrets['identities']} identities
 */
export const serviceKeysOf = (identities) =>
  /** @type {Record<ServiceName, JsonWebKey[]>} */ (
    Object.fromEntries(serviceNames.map((name) => [name, [identities[name].publicKey]]))
  );
