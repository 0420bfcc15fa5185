/**
 * Work that nobody waits for any more but that must end before the process does: an upload whose client has
 * gone, a courtesy call after the answer, a running job.
 */
export class WorkInFlight {
  private readonly running = new Set<Promise<unknown>>();

  /** Remembers `work` until it ends; answers `work` itself. */
  track<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    return work;
  }

  /** Resolves when nothing is running, what was started meanwhile included. */
  async finished(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
