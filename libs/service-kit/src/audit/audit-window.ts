/**
 * The time over which repeated events are aggregated. It begins with an event and ends with `close`, which
 * writes the counts.
 */
export class AuditWindow {
  private timer: NodeJS.Timeout | undefined;
  private over = false;

  constructor(
    private readonly close: () => Promise<void>,
    /** Length, ms. */
    private readonly windowMs = 60_000,
  ) {}

  /** True once the service is stopping; events are then no longer aggregated. */
  get stopped(): boolean {
    return this.over;
  }

  begin(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.windowMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.close();
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.flush();
  }
}
