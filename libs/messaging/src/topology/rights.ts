import { eventsOwnedBy } from '@caredrop/contracts/events';
import type { ServiceName } from '../messaging.options.js';
import { consumedBy, hasLiveListener } from './consumers.js';
import { names } from './names.js';

/** The broker's users: the publishing services, and the gateway, which only receives. */
export type BrokerUser = ServiceName | 'gateway';

/** Regular expressions in RabbitMQ's permission format. */
export interface BrokerRights {
  configure: string;
  write: string;
  read: string;
  /** Routing keys by topic exchange. */
  topics: { exchange: string; write: string; read: string }[];
}

const NOTHING = '^$';

/**
 * The minimum rights of a service: it can neither declare nor access anything of another service
 * (docs/adr/0024).
 */
export function rightsOf(
  user: BrokerUser,
  namespace: string,
  retryDelaysMs: readonly number[],
): BrokerRights {
  return user === 'gateway' ? gatewayRights(namespace) : serviceRights(user, namespace, retryDelaysMs);
}

function serviceRights(
  service: ServiceName,
  namespace: string,
  retryDelaysMs: readonly number[],
): BrokerRights {
  const own = eventsOwnedBy(service);
  const publishes = [
    { exchange: names.events(namespace), write: oneOf(own), read: NOTHING },
    { exchange: names.live(namespace), write: oneOf(own.filter(hasLiveListener)), read: NOTHING },
  ];
  const consumes = consumedBy(service).length > 0 ? consumerTopics(service, namespace, retryDelaysMs) : [];
  const topics = [...publishes, ...consumes];
  return {
    configure: NOTHING,
    write: oneOf(topics.map(({ exchange }) => exchange)),
    read: consumes.length > 0 ? oneOf(queuesOf(service, namespace)) : NOTHING,
    topics,
  };
}

/** Retries and dead letters of the service's queue. */
function consumerTopics(service: ServiceName, namespace: string, retryDelaysMs: readonly number[]) {
  const back = oneOf([names.queue(namespace, service)]);
  const delays = [...new Set(retryDelaysMs)].map((ms) => names.retry(namespace, ms));
  return [
    { exchange: names.queues(namespace), write: oneOf(queuesOf(service, namespace)), read: NOTHING },
    ...delays.map((exchange) => ({ exchange, write: back, read: NOTHING })),
  ];
}

/** The gateway's own queues on the live exchange. */
function gatewayRights(namespace: string): BrokerRights {
  const [live, queues] = [escape(names.live(namespace)), `${escape(names.liveQueues(namespace))}.+`];
  return {
    configure: `^${queues}$`,
    write: `^${queues}$`,
    read: `^(${live}|${queues})$`,
    topics: [{ exchange: names.live(namespace), write: NOTHING, read: '.*' }],
  };
}

const queuesOf = (service: ServiceName, namespace: string) => [
  names.queue(namespace, service),
  names.dead(namespace, service),
];

const escape = (text: string) => text.replaceAll('.', '\\.');
const oneOf = (texts: readonly string[]) =>
  texts.length === 0 ? NOTHING : `^(${texts.map(escape).join('|')})$`;
