interface Waiting<Key, Found> {
  key: Key;
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
}

interface Options<Key, Found> {
  /** Questions on their way at a time. */
  lanes: number;
  /** Keys that one of them asks for at most. */
  most: number;
  /** Answers for each key, in the order of the keys. */
  ask: (keys: Key[]) => Promise<Found[]>;
}

/**
 * Asks for one key at once while a lane is free, and else, when one is, for all that have come meanwhile by one
 * question. What is answered was asked after it was wanted. Nobody waits for others to come.
 */
export class AskTogether<Key, Found> {
  private waiting: Waiting<Key, Found>[] = [];
  private busy = 0;

  constructor(private readonly options: Options<Key, Found>) {}

  /** Rejects with what the question that held this key failed with. */
  want(key: Key): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.busy < this.options.lanes) void this.next();
    });
  }

  private async next(): Promise<void> {
    this.busy += 1;
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, this.options.most);
      try {
        const found = await this.options.ask(some.map(({ key }) => key));
        some.forEach(({ resolve }, nth) => resolve(found[nth] as Found));
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.busy -= 1;
  }
}
