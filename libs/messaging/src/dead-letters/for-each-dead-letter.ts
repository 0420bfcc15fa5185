import { connect, type Channel, type ConfirmChannel, type GetMessage } from 'amqplib';
import type { ServiceName } from '../messaging.options.js';
import { names } from '../topology/names.js';

export interface DeadQueue {
  amqpUrl: string;
  namespace: string;
  service: ServiceName;
}

/**
 * Passes each dead-lettered message once to `look`, which acknowledges the messages to remove. The others
 * return to the queue, a moment after this resolves: until then another run does not see them. Messages
 * dead-lettered during the run are left for the next one.
 */
export async function forEachDeadLetter(
  { amqpUrl, namespace, service }: DeadQueue,
  look: (message: GetMessage, channel: ConfirmChannel) => Promise<void> | void,
): Promise<void> {
  const connection = await connect(amqpUrl, { timeout: 10_000 });
  try {
    const channel = await connection.createConfirmChannel();
    // A command that the broker rejects also rejects its own promise, and that error is reported.
    channel.on('error', () => undefined);
    const queue = names.dead(namespace, service);
    const messageCount = await countIn(queue, channel);
    if (messageCount === undefined) return;
    for (let seen = 0; seen < messageCount; seen += 1) {
      const message = await channel.get(queue);
      if (!message) break;
      await look(message, channel);
    }
    await channel.close(); // Flushes the acknowledgements; the other messages return to the queue.
  } finally {
    await connection.close();
  }
}

/** Undefined when the queue does not exist, because nothing has declared it yet; the channel is then closed. */
async function countIn(queue: string, channel: Channel): Promise<number | undefined> {
  try {
    return (await channel.checkQueue(queue)).messageCount;
  } catch (error) {
    if ((error as { code?: number }).code === 404) return undefined;
    throw error;
  }
}
