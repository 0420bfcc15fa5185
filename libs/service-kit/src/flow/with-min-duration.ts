import { setTimeout as delay } from 'node:timers/promises';

/** Runs the work and settles no sooner than after `ms`, so that the timing of a response reveals nothing. */
export async function withMinDuration<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work, delay(ms)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
