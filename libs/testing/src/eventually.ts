import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `check` until it passes and returns its result. After `withinMs` (45 s, less than Jest's timeout for a
 * test) it fails with the last error, so that a failing test shows what was wrong rather than only a timeout.
 * The default is long because starting a service takes 2 s of processor time, and ten times that on a busy
 * machine. The pauses between checks grow from `everyMs` to eight times that, because each failed check takes
 * processor time from the work it waits for.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  withinMs = 45_000,
  everyMs = 20,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (let pauseMs = everyMs; ; pauseMs = Math.min(pauseMs * 1.3, everyMs * 8)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await delay(pauseMs);
  }
}
