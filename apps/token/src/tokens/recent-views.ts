const WINDOW_MS = 60_000;
/** Maximum number of views remembered; the oldest is dropped first. */
const MAX_VIEWS = 10_000;

/**
 * Collapses repeated views into the first one's audit entry for a minute, because an open page reads its link again at
 * every live update. Simultaneous first views have an entry each. Remembered per replica.
 */
export class RecentViews {
  /** When each view was recorded, the oldest first. */
  private readonly recorded = new Map<string, number>();

  /** Calls `record`, unless it has succeeded for the same `key` within the last minute. */
  async once(key: string, record: () => Promise<void>): Promise<void> {
    const last = this.recorded.get(key);
    if (last !== undefined && last + WINDOW_MS > Date.now()) return;
    await record();
    this.recorded.delete(key);
    this.recorded.set(key, Date.now());
    const [oldest] = this.recorded.keys();
    if (this.recorded.size > MAX_VIEWS && oldest !== undefined) this.recorded.delete(oldest);
  }
}
