/** Work that runs once for several events of a transaction. */
export type Work<Tx, Item> = (tx: Tx, items: Item[]) => Promise<unknown>;

/**
 * Passes `item` to `work`, which runs once with all items of this transaction. With several events it runs
 * without the context of any of them, so its log lines must name the events.
 */
export type Batch<Tx> = <Item>(work: Work<Tx, Item>, item: Item) => void;

/** Items that handlers have collected for a batch (docs/adr/0017), by the function that processes them. */
export class BatchedWork<Tx> {
  private readonly left = new Map<Work<Tx, never>, unknown[]>();

  readonly batch: Batch<Tx> = (work, item) => {
    const items = this.left.get(work);
    if (items) items.push(item);
    else this.left.set(work, [item]);
  };

  async do(tx: Tx): Promise<void> {
    for (const [work, items] of this.left) await work(tx, items as never[]);
  }
}
