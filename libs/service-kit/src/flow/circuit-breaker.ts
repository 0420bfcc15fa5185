/**
 * A circuit breaker: after a failure, a dependency is not tried again until a pause has ended. The pauses grow up to
 * `maxPauseMs`; the first success ends them. Pure: the time is a parameter.
 */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;

  constructor(
    private readonly firstPauseMs: number,
    private readonly maxPauseMs = firstPauseMs,
  ) {}

  /** True while no attempt is allowed because the pause has not ended. */
  isOpen(now: number): boolean {
    return now < this.openUntil;
  }

  /** Whether the last attempt failed. */
  get hasFailed(): boolean {
    return this.failures > 0;
  }

  /**
   * Returns how many of `free` calls may start while `busy` are in progress: after a failure, none during the pause and
   * then one at a time.
   */
  capacity(free: number, busy: number, now: number): number {
    if (!this.hasFailed) return free;
    return busy === 0 && !this.isOpen(now) ? Math.min(free, 1) : 0;
  }

  /** Failures during a pause are not counted again: those calls were in progress when it began. */
  recordFailure(now: number): void {
    if (this.isOpen(now)) return;
    this.failures = Math.min(this.failures + 1, 20);
    const pause = Math.min(this.maxPauseMs, this.firstPauseMs * 2 ** (this.failures - 1));
    this.openUntil = now + pause;
  }

  recordSuccess(): void {
    this.failures = 0;
    this.openUntil = 0;
  }
}
