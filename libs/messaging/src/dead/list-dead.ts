import { lookThroughDead, type DeadQueue } from './open-dead-queue.js';
import { readParked, type ParkedEvent } from './parked-event.js';

/** What is parked for a service. Leaves everything where it is. Rejects when the broker is away. */
export async function listDead(queue: DeadQueue): Promise<ParkedEvent[]> {
  const parked: ParkedEvent[] = [];
  await lookThroughDead(queue, (message) => {
    parked.push(readParked(message));
  });
  return parked;
}
