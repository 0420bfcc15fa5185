import type { ServiceName } from '../messaging.options.js';
import { listDead } from './list-dead.js';
import type { DeadQueue } from './open-dead-queue.js';
import type { ParkedEvent } from './parked-event.js';
import { replayDead } from './replay-dead.js';

/** A service's dead-lettered events, opened with its own settings; for operator commands. */
export function deadEvents(
  { AMQP_URL: amqpUrl, EVENTS_NAMESPACE: namespace }: { AMQP_URL: string; EVENTS_NAMESPACE: string },
  service: ServiceName,
): { list(): Promise<ParkedEvent[]>; replay(eventIds: string[] | undefined): Promise<number> } {
  const queue: DeadQueue = { amqpUrl, namespace, service };
  return { list: () => listDead(queue), replay: (eventIds) => replayDead(queue, eventIds) };
}
