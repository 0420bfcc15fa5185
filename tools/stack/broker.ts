import { brokerDefinitions, defaultTuning } from '@caredrop/messaging';
import { BROKER_ADMINISTRATOR } from './broker-users.mjs';
import type { Secrets } from './secrets.ts';

type BrokerSecrets = Pick<Secrets, 'rabbitmqPassword' | 'brokerPasswords'>;

/** What the broker imports at its start: users, rights, exchanges and queues. */
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
