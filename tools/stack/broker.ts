import { brokerDefinitions, defaultTuning } from '@caredrop/messaging';
import { BROKER_ADMINISTRATOR } from './broker-users.mjs';
import type { Secrets } from './secrets.ts';

type BrokerSecrets = Pick<Secrets, 'rabbitmqPassword' | 'brokerPasswords'>;

/** The definitions that the broker imports at start: users, permissions, exchanges, queues and bindings. */
export const definitionsOf = (
  { rabbitmqPassword, brokerPasswords }: BrokerSecrets,
  retryDelaysMs: readonly number[] = defaultTuning.retryDelaysMs,
): ReturnType<typeof brokerDefinitions> =>
  brokerDefinitions({
    namespace: 'caredrop',
    retryDelaysMs,
    administrator: { name: BROKER_ADMINISTRATOR, password: rabbitmqPassword },
    passwords: brokerPasswords,
  });
