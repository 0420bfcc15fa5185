/**
 * Lets one mail at a time through while the mail server or auth is away, with growing pauses between, so that
 * a backlog is not burnt against a closed door; opens wholly at the first success. Pure: time is handed in.
 */
export class Gate {
  private failures = 0;
  private closedUntil = 0;

  constructor(
    private readonly firstPauseMs: number,
    private readonly longestPauseMs = 15_000,
  ) {}

  /** How many deliveries may begin now when `free` could and `busy` are under way. */
  places(free: number, busy: number, now: number): number {
    if (this.failures === 0) return free;
    return busy === 0 && now >= this.closedUntil ? Math.min(free, 1) : 0;
  }

  /** Mails that were under way together and failed together count once. */
  away(now: number): void {
    if (now < this.closedUntil) return;
    this.failures = Math.min(this.failures + 1, 20);
    const pause = Math.min(this.longestPauseMs, this.firstPauseMs * 2 ** (this.failures - 1));
    this.closedUntil = now + pause;
  }

  answered(): void {
    this.failures = 0;
    this.closedUntil = 0;
  }
}
