/** All slots are taken, and too many requests are already waiting or one has waited too long. */
export class QueueFullError extends Error {
  constructor(reason: 'queue full' | 'waited too long') {
    super(`No slot available: ${reason}`);
    this.name = 'QueueFullError';
  }
}

interface Waiter {
  admit(): void;
}

export interface SemaphoreOptions {
  inFlight: number;
  waiting: number;
  waitMs: number;
}

/** Limits concurrency, and thereby memory; other callers wait in order of arrival. */
export class Semaphore {
  private taken = 0;
  private readonly queue = new Set<Waiter>();

  constructor(private readonly options: SemaphoreOptions) {}

  get inFlight(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.queue.size;
  }

  /**
   * Waits for a slot; call the returned function once to release it. Throws {@link QueueFullError}, or the signal's
   * reason when it aborts first.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.taken < this.options.inFlight) this.taken += 1;
    else await this.wait(signal);
    let held = true;
    return () => {
      if (held) this.release();
      held = false;
    };
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.queue.size >= this.options.waiting) throw new QueueFullError('queue full');
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.queue.delete(waiter);
        settle();
      };
      const abort = () => leave(() => reject(signal?.reason as Error));
      const timer = setTimeout(
        () => leave(() => reject(new QueueFullError('waited too long'))),
        this.options.waitMs,
      );
      const waiter: Waiter = { admit: () => leave(resolve) };
      signal?.addEventListener('abort', abort, { once: true });
      this.queue.add(waiter);
    });
  }

  /** The slot goes to the caller that has waited longest; without waiting callers it becomes free. */
  private release(): void {
    const next = this.queue.values().next();
    if (next.done) this.taken -= 1;
    else next.value.admit();
  }
}
