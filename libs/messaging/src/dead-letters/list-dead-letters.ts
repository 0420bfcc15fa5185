import { forEachDeadLetter, type DeadQueue } from './for-each-dead-letter.js';
import { readDeadLetter, type DeadLetter } from './dead-letter.js';

/** Lists a service's dead-lettered events without moving them. Rejects when the broker is unavailable. */
export async function listDeadLetters(queue: DeadQueue): Promise<DeadLetter[]> {
  const deadLetters: DeadLetter[] = [];
  await forEachDeadLetter(queue, (message) => {
    deadLetters.push(readDeadLetter(message));
  });
  return deadLetters;
}
