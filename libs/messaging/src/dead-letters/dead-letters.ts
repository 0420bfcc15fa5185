import type { ServiceName } from '../messaging.options.js';
import { listDeadLetters } from './list-dead-letters.js';
import type { DeadQueue } from './for-each-dead-letter.js';
import type { DeadLetter } from './dead-letter.js';
import { replayDeadLetters } from './replay-dead-letters.js';

/**
 * Lists and replays a service's dead-lettered events, for operator commands. Takes the broker settings of that service.
 */
export function deadLetters(
  { AMQP_URL: amqpUrl, EVENTS_NAMESPACE: namespace }: { AMQP_URL: string; EVENTS_NAMESPACE: string },
  service: ServiceName,
): {
  list(): Promise<DeadLetter[]>;
  replay(eventIds: string[] | undefined, onReplayed: () => void): Promise<number>;
} {
  const queue: DeadQueue = { amqpUrl, namespace, service };
  return {
    list: () => listDeadLetters(queue),
    replay: (eventIds, onReplayed) => replayDeadLetters(queue, eventIds, onReplayed),
  };
}
