import type { ServiceName } from '../messaging.options.js';
import { consumedBy, consumingServices } from './consumers.js';
import { names } from './names.js';

/**
 * Number of redeliveries after which the broker itself dead-letters a message, because the message may crash its
 * consumer each time.
 */
const DELIVERY_LIMIT = 50;
/** Listing dead letters counts as delivering them, so effectively no limit (RabbitMQ 3 rejects -1). */
const NO_DELIVERY_LIMIT = 1_000_000;

interface Binding {
  exchange: string;
  queue: string;
  routingKey: string;
}

/** Exchanges and queues that must exist before an event is published. */
export interface TopologyParts {
  /** Durable topic exchanges. */
  exchanges: string[];
  /** Durable queues; each precedes the queues that dead-letter to it. */
  queues: { name: string; arguments: Record<string, unknown> }[];
  bindings: Binding[];
}

/** Exchanges, queues and bindings of a namespace. */
export function topologyOf(namespace: string, retryDelaysMs: readonly number[]): TopologyParts {
  const delays = [...new Set(retryDelaysMs)];
  const services = consumingServices.map((service) => partsOf(namespace, service));
  return {
    exchanges: [
      names.events(namespace),
      names.live(namespace),
      names.queues(namespace),
      ...delays.map((ms) => names.retry(namespace, ms)),
    ],
    queues: [
      ...services.flatMap(({ queues }) => queues),
      ...delays.map((ms) => delayQueue(names.delay(namespace, ms), ms)),
    ],
    bindings: [
      ...services.flatMap(({ bindings }) => bindings),
      ...delays.map((ms) => ({
        exchange: names.retry(namespace, ms),
        queue: names.delay(namespace, ms),
        routingKey: '#',
      })),
    ],
  };
}

function partsOf(namespace: string, service: ServiceName): Pick<TopologyParts, 'queues' | 'bindings'> {
  const [queue, dead] = [names.queue(namespace, service), names.dead(namespace, service)];
  const byName = (name: string) => ({ exchange: names.queues(namespace), queue: name, routingKey: name });
  const byType = consumedBy(service).map((type) => ({
    exchange: names.events(namespace),
    queue,
    routingKey: type,
  }));
  return {
    queues: [
      { name: dead, arguments: quorum({ 'x-delivery-limit': NO_DELIVERY_LIMIT }) },
      { name: queue, arguments: quorum({ 'x-delivery-limit': DELIVERY_LIMIT, ...deadLetterTo(dead) }) },
    ],
    bindings: [...byType, byName(queue), byName(dead)],
  };
}

function delayQueue(name: string, ms: number) {
  const args = { 'x-message-ttl': ms, 'x-delivery-limit': NO_DELIVERY_LIMIT, ...deadLetterTo() };
  return { name, arguments: quorum(args) };
}

/** Routes to the named queue, or to the one in the message's routing key; never drops a message. */
function deadLetterTo(queue?: string): Record<string, string> {
  return {
    'x-dead-letter-exchange': '',
    ...(queue && { 'x-dead-letter-routing-key': queue }),
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  };
}

const quorum = (args: Record<string, unknown>) => ({ 'x-queue-type': 'quorum', ...args });
