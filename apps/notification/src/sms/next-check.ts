const DAY_MS = 86_400_000;
const OPEN_FOR_MS = 3 * DAY_MS;

/**
 * Delay in milliseconds until the provider is queried again about a text; null for never. In doubt: every `doubtMs`.
 * Accepted without a final status: after `openMs`, then at increasing intervals, at least daily, for three days (Twilio
 * keeps trying for hours; networks report late or never).
 */
export function nextCheckMs(
  state: string,
  checks: number,
  ageMs: number,
  doubtMs: number,
  openMs: number,
): number | null {
  if (state === 'unknown') return doubtMs;
  if (state !== 'accepted' || ageMs > OPEN_FOR_MS) return null;
  return Math.min(DAY_MS, openMs * 4 ** Math.min(checks, 10));
}
