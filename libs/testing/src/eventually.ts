import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `check` until it passes and returns its result. After `withinMs` (20 s) it fails with the last error,
 * so that a failing test shows what was wrong rather than only a timeout.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  withinMs = 20_000,
  everyMs = 25,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await delay(everyMs);
  }
}
