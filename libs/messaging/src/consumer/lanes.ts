export interface LanesOptions<Item> {
  /** How many are at work at a time. */
  lanes: number;
  /** How many items one takes at most. */
  batchSize: number;
  /** How long the first of a batch waits for others; 0: until all that came in the same piece from the broker are here. */
  gatherMs: number;
  mayBeJoined: (item: Item) => boolean;
  /** Answers those that it leaves to be worked on one by one. Never rejects. */
  work: (items: Item[]) => Promise<Item[]>;
}

/**
 * Works on items as they come: at once while a lane is free (or, where that is asked for, a moment later), and else,
 * when one is, on all that have come meanwhile. Nobody waits for a batch to fill.
 */
export class Lanes<Item> {
  private waiting: { item: Item; alone: boolean }[] = [];
  private readonly busy = new Set<Promise<void>>();
  private beginning = false;

  constructor(private readonly options: LanesOptions<Item>) {}

  add(item: Item): void {
    this.waiting.push({ item, alone: !this.options.mayBeJoined(item) });
    this.beginSoon();
  }

  /** Drops what waits and resolves when the lanes are empty. */
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
    while (this.busy.size < this.options.lanes) {
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

  /** The one that came first and, if it may be joined, those behind it that may be, too. */
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
