/** Earlier attempts under one key. */
export interface Counter {
  attempts: number;
  lastAt: Date | null;
  blockedUntil: Date | null;
}

export interface BackOffRule {
  /** This many attempts are free; the next one has to wait. */
  free: number;
  firstWaitMs: number;
  /** Should be short where an attacker's attempts make the victim wait as well. */
  maxWaitMs: number;
  /** After this long without an attempt the counter restarts. */
  quietMs: number;
}

export const noAttempts: Counter = { attempts: 0, lastAt: null, blockedUntil: null };

/** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
export const remainingMs = (counter: Counter, now: Date): number =>
  Math.max(0, (counter.blockedUntil?.getTime() ?? 0) - now.getTime());

/** The counter after one more attempt: from the `free`th on the delay doubles up to its maximum. */
export function countAttempt(counter: Counter, rule: BackOffRule, now: Date): Counter {
  const attempts = (isQuiet(counter, rule, now) ? 0 : counter.attempts) + 1;
  const over = attempts - rule.free;
  const waitMs = over < 0 ? 0 : Math.min(rule.maxWaitMs, rule.firstWaitMs * 2 ** Math.min(over, 30));
  const blockedUntil = waitMs === 0 ? null : new Date(now.getTime() + waitMs);
  return { attempts, lastAt: now, blockedUntil };
}

function isQuiet({ lastAt }: Counter, { quietMs }: BackOffRule, now: Date): boolean {
  return lastAt !== null && now.getTime() - lastAt.getTime() > quietMs;
}
