// @ts-check
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';
import { BROKER_ADMINISTRATOR } from '../stack/broker-users.mjs';

/** @import { Secrets } from '../stack/secrets.ts' */

/** Everything except the passwords. `npm run configuration` generates it from the topology in libs/messaging. */
export const topologyFile = path.join(root, 'deploy/rabbitmq/topology.json');

/**
 * The definitions that RabbitMQ imports at start: users, permissions, exchanges, queues and bindings. Passwords are
 * salted and hashed.
 * @param {Pick<Secrets, 'rabbitmqPassword' | 'brokerPasswords'>} secrets
 */
export function brokerDefinitions({ rabbitmqPassword, brokerPasswords }) {
  const topology = /** @type {{ users: { name: string, tags: string }[] }} */ (
    JSON.parse(readFileSync(topologyFile, 'utf8'))
  );
  /** @type {Record<string, string>} */
  const passwords = { [BROKER_ADMINISTRATOR]: rabbitmqPassword };
  for (const [name, password] of Object.entries(brokerPasswords)) passwords[`caredrop-${name}`] = password;
  const users = topology.users.map((user) => ({ ...user, ...hashed(passwords[user.name]) }));
  return { ...topology, users };
}

/**
 * RabbitMQ's own format: salt (4 bytes), then the SHA-256 of salt and password.
 * @param {string | undefined} password
 */
function hashed(password) {
  if (!password)
    throw new Error(
      `${topologyFile} names a user that has no password; generate it again with npm run configuration`,
    );
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  return {
    password_hash: Buffer.concat([salt, hash]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
  };
}
