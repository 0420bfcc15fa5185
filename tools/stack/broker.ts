import { brokerDefinitions, brokerUserOf, defaultTuning } from '@caredrop/messaging';
import type { JsonWebKey } from 'node:crypto';
import type { Secrets } from './secrets.ts';
import { serviceNames, type ServiceName } from './service-names.ts';

/** The broker user for operators: it may do everything, and no service knows its password. */
export const BROKER_ADMINISTRATOR = 'caredrop';
const NAMESPACE = 'caredrop';

type BrokerSecrets = Pick<Secrets, 'rabbitmqPassword' | 'brokerPasswords'>;

/** What the broker imports at its start: users, rights, exchanges and queues. */
export const definitionsOf = (
  { rabbitmqPassword, brokerPasswords }: BrokerSecrets,
  retryDelaysMs: readonly number[] = defaultTuning.retryDelaysMs,
): object =>
  brokerDefinitions({
    namespace: NAMESPACE,
    retryDelaysMs,
    administrator: { name: BROKER_ADMINISTRATOR, password: rabbitmqPassword },
    passwords: brokerPasswords,
  });

/** `amqpUrl` with the service's own user and password. */
export function brokerUrlFor(
  service: ServiceName,
  amqpUrl: string,
  brokerPasswords: Secrets['brokerPasswords'],
): string {
  const url = new URL(amqpUrl);
  url.username = brokerUserOf(NAMESPACE, service);
  url.password = brokerPasswords[service];
  return url.href;
}

/** SERVICE_KEYS: the public key of every service. */
export const serviceKeysOf = (identities: Secrets['identities']): Record<ServiceName, JsonWebKey[]> =>
  Object.fromEntries(serviceNames.map((name) => [name, [identities[name].publicKey]])) as Record<
    ServiceName,
    JsonWebKey[]
  >;
