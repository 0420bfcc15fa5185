import { lookThroughDead, type DeadQueue } from './open-dead-queue.js';
import { readParked, type ParkedEvent } from './parked-event.js';

/** Lists a service's dead-lettered events without moving them. Rejects when the broker is unavailable. */
export async function listDead(queue: DeadQueue): Promise<ParkedEvent[]> {
  const parked: ParkedEvent[] = [];
  await lookThroughDead(queue, (message) => {
    parked.push(readParked(message));
  });
  return parked;
}
