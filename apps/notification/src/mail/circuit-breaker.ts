/**
 * A circuit breaker: lets one email at a time through while the mail server or auth is unavailable, with
 * growing pauses, so that a backlog does not use up its attempts; closes again at the first success. Pure:
 * the time is a parameter.
 */
export class CircuitBreaker {
  private failures = 0;
  private closedUntil = 0;

  constructor(
    private readonly firstPauseMs: number,
    private readonly longestPauseMs = 15_000,
  ) {}

  /** How many deliveries may start now when `free` could and `busy` are in progress. */
  capacity(free: number, busy: number, now: number): number {
    if (this.failures === 0) return free;
    return busy === 0 && now >= this.closedUntil ? Math.min(free, 1) : 0;
  }

  /** Emails that were in progress together and failed together count once. */
  recordFailure(now: number): void {
    if (now < this.closedUntil) return;
    this.failures = Math.min(this.failures + 1, 20);
    const pause = Math.min(this.longestPauseMs, this.firstPauseMs * 2 ** (this.failures - 1));
    this.closedUntil = now + pause;
  }

  recordSuccess(): void {
    this.failures = 0;
    this.closedUntil = 0;
  }
}
