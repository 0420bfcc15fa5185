import type { Run } from './run.js';

/**
 * How many claims the token service has granted so far. This is the only way to detect a claim without affecting the
 * link.
 */
export async function claimsGiven(run: Run): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${run.ports.token}/metrics`)).text();
  return Number(/^claims_total\{outcome="claimed"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
