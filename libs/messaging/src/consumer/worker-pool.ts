export interface WorkerPoolOptions<Item> {
  /** How many batches are processed at a time. */
  concurrency: number;
  /** The size limit of a batch. */
  batchSize: number;
  /**
   * How long the first item of a batch waits for others. With 0, it waits only until everything in the same
   * packet from the broker has been read.
   */
  gatherMs: number;
  mayBeBatched: (item: Item) => boolean;
  /** Returns the items that must be processed one by one. Never rejects. */
  work: (items: Item[]) => Promise<Item[]>;
}

/**
 * Processes items as they arrive: at once while a worker is free (or after a short delay, if configured), otherwise in
 * batches of what has arrived in the meantime. Never waits for a batch to fill.
 */
export class WorkerPool<Item> {
  private waiting: { item: Item; alone: boolean }[] = [];
  private readonly busy = new Set<Promise<void>>();
  private beginning = false;

  constructor(private readonly options: WorkerPoolOptions<Item>) {}

  add(item: Item): void {
    this.waiting.push({ item, alone: !this.options.mayBeBatched(item) });
    this.beginSoon();
  }

  /** Drops waiting items and resolves when the running batches are processed. */
  async end(): Promise<void> {
    this.waiting = [];
    await Promise.all(this.busy);
  }

  private beginSoon(): void {
    if (this.beginning) return;
    this.beginning = true;
    const begin = () => {
      this.beginning = false;
      this.begin();
    };
    if (this.options.gatherMs > 0) setTimeout(begin, this.options.gatherMs);
    else queueMicrotask(begin);
  }

  private begin(): void {
    while (this.busy.size < this.options.concurrency) {
      const items = this.next();
      if (items.length === 0) return;
      const work = this.options.work(items).then((left) => {
        this.busy.delete(work);
        this.waiting.push(...left.map((item) => ({ item, alone: true })));
        this.begin();
      });
      this.busy.add(work);
    }
  }

  /** Takes the oldest item, plus the batchable ones that follow it if it may be batched. */
  private next(): Item[] {
    const [first] = this.waiting;
    if (!first) return [];
    const taken = first.alone
      ? [first]
      : this.waiting.filter(({ alone }) => !alone).slice(0, this.options.batchSize);
    const gone = new Set(taken);
    this.waiting = this.waiting.filter((one) => !gone.has(one));
    return taken.map(({ item }) => item);
  }
}
