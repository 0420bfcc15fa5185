import type { ConfirmChannel, GetMessage } from 'amqplib';
import { messageIdOf, signatureOf } from '../consumer/headers.js';
import { names } from '../topology/names.js';
import { forEachDeadLetter, type DeadQueue } from './for-each-dead-letter.js';
import { readDeadLetter } from './dead-letter.js';

/**
 * Returns dead-lettered events to the service's queue with all attempts available, either those with the
 * given event ids or all of them. Each leaves the dead-letter queue only once the service's queue stores it.
 * Resolves to the number replayed. `onReplayed` is called for each, even if a later one makes the call reject.
 */
export async function replayDeadLetters(
  queue: DeadQueue,
  eventIds?: readonly string[],
  onReplayed: () => void = () => undefined,
): Promise<number> {
  let replayed = 0;
  await forEachDeadLetter(queue, async (message, channel) => {
    const { eventId } = readDeadLetter(message);
    if (eventIds && (eventId === null || !eventIds.includes(eventId))) return;
    await putBack(channel, queue, message);
    replayed += 1;
    onReplayed(); // Before the acknowledgement, which throws on a closed channel.
    channel.ack(message);
  });
  return replayed;
}

function putBack(
  channel: ConfirmChannel,
  { namespace, service }: DeadQueue,
  message: GetMessage,
): Promise<void> {
  const [exchange, queue] = [names.queues(namespace), names.queue(namespace, service)];
  const options = {
    messageId: messageIdOf(message),
    headers: signatureOf(message),
    persistent: true,
    mandatory: true,
    contentType: 'application/json',
  };
  return new Promise((resolve, reject) => {
    let returned = false;
    channel.once('return', () => (returned = true));
    channel.publish(exchange, queue, message.content, options, (error: unknown) => {
      channel.removeAllListeners('return');
      if (error || returned) reject(new Error(`Queue ${queue} did not accept the event`, { cause: error }));
      else resolve();
    });
  });
}
