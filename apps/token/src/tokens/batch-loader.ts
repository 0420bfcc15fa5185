interface Waiting<Key, Found> {
  key: Key;
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
}

interface Options<Key, Found> {
  /** Number of queries that run at a time. */
  concurrency: number;
  /** Maximum number of keys in one query. */
  maxBatchSize: number;
  /** Returns a value for each key, in the order of the keys. */
  loadBatch: (keys: Key[]) => Promise<Found[]>;
}

/**
 * Queries a key at once if a slot is free; otherwise, queued keys are combined into one query. A result is never older
 * than its request, and a request never waits for others to arrive.
 */
export class BatchLoader<Key, Found> {
  private waiting: Waiting<Key, Found>[] = [];
  private busy = 0;

  constructor(private readonly options: Options<Key, Found>) {}

  /** Rejects with the error of the query that contained this key. */
  load(key: Key): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.busy < this.options.concurrency) void this.next();
    });
  }

  private async next(): Promise<void> {
    this.busy += 1;
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, this.options.maxBatchSize);
      try {
        const found = await this.options.loadBatch(some.map(({ key }) => key));
        some.forEach(({ resolve }, nth) => resolve(found[nth] as Found));
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.busy -= 1;
  }
}
