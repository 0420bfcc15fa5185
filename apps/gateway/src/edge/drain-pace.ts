/** Bytes read without a pause: the sender of a smaller body gets the response without delay. */
const BURST_BYTES = 1024 * 1024;
/** Faster than most uplinks: a patient's largest document is read within a second and a half. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;

/**
 * How many milliseconds to pause after reading `seen` bytes of a refused body in `elapsedMs`. Without a limit, one
 * client that repeats refused uploads at full line speed would occupy the gateway's only thread.
 */
export function pauseBefore(seen: number, elapsedMs: number): number {
  const dueMs = ((seen - BURST_BYTES) / BYTES_PER_SECOND) * 1000;
  return Math.max(0, Math.ceil(dueMs - elapsedMs));
}
