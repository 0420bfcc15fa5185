import type { Channel } from 'amqplib';
import { topologyOf, type TopologyParts } from './topology.js';

/**
 * `declare`: every connection declares exchanges and queues, which needs a broker user with that permission. `check`:
 * they exist already (from the broker's definitions), and the user may only use those of its service.
 */
export type Topology = 'declare' | 'check';

/**
 * Ensures that every queue exists before an event is published. Rejects when one is missing or cannot be
 * declared.
 */
export async function prepareTopology(
  channel: Channel,
  how: Topology = 'declare',
  namespace: string,
  retryDelaysMs: readonly number[],
): Promise<void> {
  const parts = topologyOf(namespace, retryDelaysMs);
  await (how === 'declare' ? declare(channel, parts) : check(channel, parts));
}

/** Takes a few milliseconds when everything exists. */
async function declare(channel: Channel, { exchanges, queues, bindings }: TopologyParts): Promise<void> {
  for (const exchange of exchanges) await channel.assertExchange(exchange, 'topic', { durable: true });
  for (const queue of queues)
    await channel.assertQueue(queue.name, { durable: true, arguments: queue.arguments });
  for (const { queue, exchange, routingKey } of bindings)
    await channel.bindQueue(queue, exchange, routingKey);
}

/** Bindings cannot be checked: they come from the same definitions as the queues. */
async function check(channel: Channel, { exchanges, queues }: TopologyParts): Promise<void> {
  for (const exchange of exchanges) await channel.checkExchange(exchange);
  for (const { name } of queues) await channel.checkQueue(name);
}
