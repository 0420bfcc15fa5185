import type { Channel } from 'amqplib';
import type { ServiceName } from '../messaging.options.js';
import { consumedBy, consumingServices } from './consumers.js';
import { names } from './names.js';

/** Deliveries after which the broker itself parks a message: one that kills its consumer each time. */
const DELIVERY_LIMIT = 50;
/** Looking at parked messages counts as delivering them: in effect no limit (-1 is refused by RabbitMQ 3). */
const NO_DELIVERY_LIMIT = 1_000_000;

/** Declares everything, whole, whoever asks: it costs some milliseconds when all is there. */
export async function declareTopology(
  channel: Channel,
  namespace: string,
  retryDelaysMs: readonly number[],
): Promise<void> {
  await channel.assertExchange(names.live(namespace), 'topic', { durable: true });
  await declareServices(channel, namespace);
  for (const ms of new Set(retryDelaysMs)) await declareDelay(channel, namespace, ms);
}

/** The events' exchange and every service's queues. */
export async function declareServices(channel: Channel, namespace: string): Promise<void> {
  await channel.assertExchange(names.events(namespace), 'topic', { durable: true });
  for (const service of consumingServices) await declareService(channel, namespace, service);
}

async function declareService(channel: Channel, namespace: string, service: ServiceName): Promise<void> {
  const [queue, dead] = [names.queue(namespace, service), names.dead(namespace, service)];
  await channel.assertQueue(dead, quorum({ 'x-delivery-limit': NO_DELIVERY_LIMIT }));
  await channel.assertQueue(queue, quorum({ 'x-delivery-limit': DELIVERY_LIMIT, ...deadLetterTo(dead) }));
  for (const type of consumedBy(service)) await channel.bindQueue(queue, names.events(namespace), type);
}

async function declareDelay(channel: Channel, namespace: string, ms: number): Promise<void> {
  const name = names.delay(namespace, ms);
  const args = { 'x-message-ttl': ms, 'x-delivery-limit': NO_DELIVERY_LIMIT, ...deadLetterTo() };
  await channel.assertExchange(name, 'fanout', { durable: true });
  await channel.assertQueue(name, quorum(args));
  await channel.bindQueue(name, name, '');
}

/** Through the default exchange, to the queue named or to the one the message's routing key names; never dropped. */
function deadLetterTo(queue?: string): Record<string, string> {
  return {
    'x-dead-letter-exchange': '',
    ...(queue && { 'x-dead-letter-routing-key': queue }),
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  };
}

function quorum(args: Record<string, unknown>) {
  return { durable: true, arguments: { 'x-queue-type': 'quorum', ...args } };
}
