import { randomUUID } from 'node:crypto';
import { connect, type Channel } from 'amqplib';
import { consumingServices } from '../../src/index.js';
import { names } from '../../src/topology/names.js';

export function newNamespace(): string {
  return `test-${randomUUID().slice(0, 8)}`;
}

/** Opens a channel for changes that a test makes to the broker without the library. */
export async function withChannel<T>(amqpUrl: string, use: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connect(amqpUrl);
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined); // The command that caused the error rejects as well.
    const result = await use(channel);
    await channel.close();
    return result;
  } finally {
    await connection.close();
  }
}

/** Deletes the namespace's exchanges and queues; other tests share the broker. */
export async function removeNamespace(
  amqpUrl: string,
  namespace: string,
  delaysMs = [50, 100],
): Promise<void> {
  await withChannel(amqpUrl, async (channel) => {
    const delays = delaysMs.map((ms) => names.delay(namespace, ms));
    const retries = delaysMs.map((ms) => names.retry(namespace, ms));
    const exchanges = [names.events(namespace), names.live(namespace), names.queues(namespace), ...retries];
    const queues = consumingServices.flatMap((service) => [
      names.queue(namespace, service),
      names.dead(namespace, service),
    ]);
    for (const queue of [...queues, ...delays]) await channel.deleteQueue(queue);
    for (const exchange of exchanges) await channel.deleteExchange(exchange);
  });
}
