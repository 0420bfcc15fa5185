/**
 * Work that must finish before the process exits: an upload or a zip, even if its client has disconnected, and the
 * current run of a job.
 */
export class WorkInFlight {
  private readonly running = new Set<Promise<unknown>>();

  /** Tracks `work` until it settles; returns `work` itself. */
  track<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    return work;
  }

  /** Resolves when nothing is running, including work started in the meantime. */
  async finished(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
