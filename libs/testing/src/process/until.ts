import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './start-child.js';

/**
 * Retries `probe` until it does not throw. After `withinMs`, or as soon as `child` has exited, throws an error with the
 * last error of `probe` as its cause.
 */
export async function until(
  what: string,
  probe: () => Promise<void>,
  withinMs: number,
  child?: Child,
): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      await probe();
      return;
    } catch (error) {
      if (child && !child.running) throw new Error(`${what} ended while it was starting`, { cause: error });
      if (Date.now() > end)
        throw new Error(`${what} did not respond in ${String(withinMs / 1000)} s`, { cause: error });
    }
    await delay(60);
  }
}
