import { setTimeout as delay } from 'node:timers/promises';

/** Does the work and answers no sooner than after `ms`, so that the time taken tells nothing about it. */
export async function atLeast<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work, delay(ms)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
