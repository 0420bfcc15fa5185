import { createHash, randomBytes } from 'node:crypto';
import { rightsOf, type BrokerUser } from './rights.js';
import { topologyOf } from './topology.js';

export interface DefinitionsOptions {
  namespace: string;
  /** Must be the same delays as in EVENTS_RETRY_DELAYS_MS. */
  retryDelaysMs: readonly number[];
  vhost?: string;
  /** A user with all rights, for operators. A service needs such a user only with the topology `declare`. */
  administrator: { name: string; password: string };
  /** Passwords of the services' users. */
  passwords: Record<BrokerUser, string>;
}

/** Name of a service's broker user. */
export const brokerUserOf = (namespace: string, user: BrokerUser): string => `${namespace}-${user}`;

/**
 * RabbitMQ definitions (`load_definitions`, `rabbitmqctl import_definitions`): users with their rights,
 * exchanges, queues and bindings. Importing them again changes only rights and passwords. Passwords are
 * salted and hashed.
 */
export function brokerDefinitions(options: DefinitionsOptions) {
  const { namespace, retryDelaysMs, vhost = '/', administrator, passwords } = options;
  const { exchanges, queues, bindings } = topologyOf(namespace, retryDelaysMs);
  const services = Object.keys(passwords) as BrokerUser[];
  const rights = services.map((service) => ({
    ...rightsOf(service, namespace, retryDelaysMs),
    user: brokerUserOf(namespace, service),
    vhost,
  }));
  return {
    vhosts: [{ name: vhost }],
    users: [
      { ...userOf(administrator.name, administrator.password), tags: 'administrator' },
      ...services.map((name) => userOf(brokerUserOf(namespace, name), passwords[name])),
    ],
    permissions: [
      { user: administrator.name, vhost, configure: '.*', write: '.*', read: '.*' },
      ...rights.map(({ user, configure, write, read }) => ({ user, vhost, configure, write, read })),
    ],
    topic_permissions: rights.flatMap(({ user, topics }) =>
      topics.map((topic) => ({ user, vhost, ...topic })),
    ),
    exchanges: exchanges.map((name) => ({
      name,
      vhost,
      type: 'topic',
      durable: true,
      auto_delete: false,
      internal: false,
      arguments: {},
    })),
    queues: queues.map((queue) => ({ ...queue, vhost, durable: true, auto_delete: false })),
    bindings: bindings.map(({ exchange, queue, routingKey }) => ({
      source: exchange,
      vhost,
      destination: queue,
      destination_type: 'queue',
      routing_key: routingKey,
      arguments: {},
    })),
  };
}

/** RabbitMQ's own format: salt (4 bytes), then the SHA-256 of salt and password. */
function userOf(name: string, password: string) {
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  return {
    name,
    password_hash: Buffer.concat([salt, hash]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags: '',
  };
}
